"""The frame of every page: languages, theme, places, and the pages for when something is wrong."""

import re

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client

from config.log import Line
from config.views import in_language
from tests.accounts.cast import guest_in, member, sign_in

pytestmark = pytest.mark.django_db
PAGE = "/en/accounts/password/reset/"


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    """No test counts towards another's limit."""
    cache.clear()


def test_nothing_is_there_for_a_form_with_too_many_fields_either() -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["csrftoken"] = "a" * 32
    fields = {f"a{number}": "1" for number in range(1001)}
    assert strict.post("/en/nowhere/", fields).status_code == 404


def test_without_its_database_a_page_says_that_it_will_be_back(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away(*_: object, **__: object) -> None:
        raise OperationalError("no more sessions")

    monkeypatch.setattr("games.board_views.board_page", away)
    client = Client(raise_request_exception=False)
    answer = client.get("/fa/leaderboards/4x4/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "۵۰۳" in answer.content.decode()
    [record] = [each for each in caplog.records if each.name == "django.request"]
    assert "Traceback" not in Line().format(record)


@pytest.mark.parametrize(
    ("browser", "home"),
    [("fa-IR,fa;q=0.9,en;q=0.5", "/fa/"), ("en-GB", "/en/"), ("de", "/en/"), ("", "/en/")],
)
def test_the_front_page_speaks_the_language_of_the_browser(
    client: Client, browser: str, home: str
) -> None:
    response = client.get("/", headers={"accept-language": browser})
    assert response["Location"] == home
    assert "Accept-Language" in response["Vary"]


def test_a_chosen_language_goes_before_that_of_the_browser(client: Client) -> None:
    client.get("/language/fa/")
    assert client.get("/", headers={"accept-language": "en"})["Location"] == "/fa/"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/en/games/k3T9xQ2b/?page=2", "/fa/games/k3T9xQ2b/?page=2"),
        ("/en/", "/fa/"),
        ("/", "/fa/"),
        ("/admin/", "/fa/"),
        ("//evil.example/en/", "/fa/"),
        ("https://evil.example/", "/fa/"),
    ],
)
def test_the_switch_leads_to_the_same_page_in_the_other_language(
    client: Client, path: str, expected: str
) -> None:
    assert client.get("/language/fa/", {"next": path})["Location"] == expected
    assert in_language(in_language("/en/x/", "fa"), "en") == "/en/x/"


def test_every_page_links_to_itself_in_the_other_language(client: Client) -> None:
    page = client.get(f"{PAGE}?a=b").content.decode()
    link = re.search(r'href="(/language/fa/[^"]+)"', page)
    assert link
    assert client.get(link[1])["Location"] == f"/fa{PAGE[3:]}?a=b"


def test_a_language_that_does_not_exist_is_not_found(client: Client) -> None:
    assert client.get("/language/xx/").status_code == 404


@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("fa", "rtl")])
def test_a_page_says_its_language_and_direction(
    client: Client, language: str, direction: str
) -> None:
    page = client.get(f"/{language}/accounts/login/").content.decode()
    assert f'<html lang="{language}" dir="{direction}">' in page


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_chosen_theme_is_in_the_page_from_its_first_byte(client: Client, theme: str) -> None:
    client.cookies["theme"] = theme
    assert f' data-theme="{theme}">' in client.get(PAGE).content.decode()


@pytest.mark.parametrize("theme", ["", "system", '"><script>'])
def test_any_other_theme_is_that_of_the_system(client: Client, theme: str) -> None:
    client.cookies["theme"] = theme
    assert "data-theme" not in client.get(PAGE).content.decode()


def test_no_page_has_inline_scripts_or_styles(client: Client) -> None:
    member()
    sign_in(client)
    for page in ("/en/accounts/", "/fa/accounts/password/", "/en/nowhere/"):
        text = client.get(page).content.decode()
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]+src=)", text)


def test_the_header_leads_back_to_the_page_after_signing_in(client: Client) -> None:
    guest_in(client)
    page = client.get("/en/leaderboards/3x3/").content.decode()
    assert 'href="/en/accounts/login/?next=/en/leaderboards/3x3/"' in page


def test_the_header_shows_a_member_and_the_way_out(client: Client) -> None:
    member()
    sign_in(client)
    page = client.get(PAGE).content.decode()
    assert "<bdi>mina</bdi>" in page
    assert "Sign out" in page


def test_a_page_that_does_not_exist_has_the_frame_around_it(client: Client) -> None:
    response = client.get("/fa/nowhere/")
    assert response.status_code == 404
    assert 'lang="fa" dir="rtl"' in response.content.decode()


def test_a_form_without_its_token_gets_a_page_of_ours() -> None:
    response = Client(enforce_csrf_checks=True).post("/en/accounts/login/")
    assert response.status_code == 403
    assert b"This page was out of date" in response.content


def test_too_many_tries_get_a_page_of_ours(client: Client) -> None:
    for _ in range(31):
        response = client.post("/en/accounts/login/")
    assert response.status_code == 429
    assert b"Too many tries" in response.content


def test_the_last_error_page_asks_the_database_for_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    member()
    sign_in(client)

    def fail(*_: object) -> None:
        raise ConnectionError

    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.load", fail)
    client.raise_request_exception = False
    response = client.get("/fa/accounts/login/")
    assert response.status_code == 500
    assert 'lang="fa" dir="rtl"' in response.content.decode()
