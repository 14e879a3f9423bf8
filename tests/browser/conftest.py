"""People at browsers, in front of the real site."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, sync_playwright
from pytest_django import DjangoDbBlocker

from tests import chromium
from tests.browser.contexts import WINDOW
from tests.browser.person import Person
from tests.site import Site

# Playwright keeps an event loop running in the tests' thread, where Django then sees asynchronous
# code. Ours is not: it asks the database between two calls. Only this process is told so.
LET_THE_ORM_WORK = "DJANGO_ALLOW_ASYNC_UNSAFE"
SITE = {
    LET_THE_ORM_WORK: "",
    "TRUSTED_PROXIES": "1",  # so that every person comes from an address of their own
}


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all of them."""
    path = chromium.find()
    if path is None and os.environ.get("CI") == "true":
        pytest.fail("no Chromium here", pytrace=False)
    if path is None:
        pytest.skip("no Chromium here")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv(LET_THE_ORM_WORK, "true")
        browser = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def start_site(
    browser: Browser,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[[], Site]]:
    """Starts servers, each in a process of its own on the tests' database."""
    started = []

    def start() -> Site:
        with django_db_blocker.unblock():
            site = Site(log=tmp_path_factory.mktemp("site") / "log", **SITE)
        site.start()
        started.append(site)
        return site

    yield start
    for site in started:
        site.stop()


@pytest.fixture(scope="package")
def site_process(start_site: Callable[[], Site]) -> Site:
    """The server of all these tests but those that kill one."""
    return start_site()


@pytest.fixture(params=["en", "fa"])
def lang(request: pytest.FixtureRequest) -> str:
    """Each in English and in Persian, unless it says which one it needs."""
    return str(request.param)


@pytest.fixture(scope="package")
def idle(browser: Browser) -> dict[str, list[Person]]:
    """Browsers that nobody is at: to open one takes a second, to make it forget takes none."""
    return defaultdict(list)


@pytest.fixture
def people(
    browser: Browser, idle: dict[str, list[Person]], site: Site
) -> Iterator[Callable[..., Person]]:
    """Makes persons, each at a browser of their own; none of them may see an exception.

    `fresh` is for who spoils a browser: what it is told by scripts and routes it cannot forget.
    """
    here: list[tuple[Person, str]] = []

    def person(
        lang: str,
        *,
        site: Site = site,
        fresh: bool = False,
        viewport: ViewportSize = WINDOW,
        **options: Any,
    ) -> Person:
        kind = "" if fresh else repr((site.address, lang, options))
        found = idle[kind].pop() if idle[kind] else Person(browser, site.address, lang, **options)
        found.page.set_viewport_size(viewport)
        here.append((found, kind))
        return found

    yield person
    errors = []
    for one, kind in here:
        if kind:
            one.forget()
            idle[kind].append(one)
        else:
            one.leave()
        errors += one.errors
        one.errors.clear()
    assert errors == []


@pytest.fixture
def mina(people: Callable[..., Person], lang: str) -> Person:
    """Somebody who comes for the first time."""
    return people(lang)


@pytest.fixture
def tinkerer(people: Callable[..., Person], lang: str) -> Person:
    """Mina, at a browser that may be spoiled."""
    return people(lang, fresh=True)
