"""What all tests share: PostgreSQL for as long as they run, and the site as a process."""

from collections.abc import Iterator

import pytest
from django.test import TransactionTestCase
from django.utils import translation
from pytest_django import DjangoDbBlocker, Settings

from config import embedded
from tests import database
from tests.site import Site

TransactionTestCase._fixture_teardown = database.empty  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
) -> Iterator[None]:
    """Tests that need a database need it running; the others do not wait for it."""
    with embedded.if_needed():
        yield


@pytest.fixture(autouse=True)
def static_files_on_demand(settings: Settings) -> None:
    """Each test client is a site of its own, and would list all static files as it starts."""
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(autouse=True)
def nobody_s_language() -> None:
    """A test client's request leaves its language behind in the thread."""
    translation.deactivate()


@pytest.fixture(scope="session")
def site_process(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Site]:
    """One server process for the whole run, on the tests' own database."""
    with django_db_blocker.unblock():
        site = Site(log=tmp_path_factory.mktemp("site") / "log")
    site.start()
    yield site
    site.stop()


@pytest.fixture
def site(site_process: Site, transactional_db: None) -> Iterator[Site]:
    """The running site with an empty database; nothing that a test does may leave a traceback."""
    already = len(site_process.log_text())
    yield site_process
    said = site_process.log_text()[already:]
    assert "Traceback" not in said, said
