"""Which values of the environment are refused, by name."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import variables


@pytest.mark.parametrize(
    "text",
    ["nonsense", "sqlite:///x", "mysql://host/name", "postgres://host", "postgres://host:x/name"],
)
def test_only_the_address_of_a_postgresql_database_is_taken(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^DATABASE_URL is not "):
        variables.database(text)


def test_what_the_address_of_a_database_asks_for_is_kept() -> None:
    asked = variables.database("postgres://host/name?sslmode=require")
    assert asked["OPTIONS"] == {"sslmode": "require"}


def test_the_refusal_of_a_database_repeats_no_password() -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        variables.database("mysql://mina:herons@host/name")

    assert "herons" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "kashi.example",
        "http://kashi.example",
        "https://",
        "https://kashi.example/games",
        "https://kashi.example?a",
        "https://kashi.example:x",
        "https://mina@kashi.example",
    ],
)
def test_only_an_https_origin_is_taken_for_the_site(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^SITE_URL is not "):
        variables.site_url(text)


def test_a_slash_after_the_origin_is_forgiven() -> None:
    assert variables.site_url("https://kashi.example:8443/") == "https://kashi.example:8443"


@pytest.mark.parametrize("text", ["nonsense", "http://host", "redis://", "redis://host:x"])
def test_only_the_address_of_a_redis_is_taken(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^REDIS_URL is not "):
        variables.redis_url(text)


@pytest.mark.parametrize("text", ["", "redis://host/0", "rediss://:a@host:6380", "unix:///a.sock"])
def test_a_redis_or_none_is_taken(text: str) -> None:
    assert variables.redis_url(text) == text


def test_a_short_secret_key_is_refused() -> None:
    assert variables.secret_key("s" * 32) == "s" * 32
    with pytest.raises(ImproperlyConfigured, match=r"^SECRET_KEY is shorter than 32"):
        variables.secret_key("s" * 31)


@pytest.mark.parametrize("text", ["short", "with a space in between", "nicht-ganz-ascii-ü"])
def test_a_token_for_metrics_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^METRICS_TOKEN is not ") as refused:
        variables.metrics_token(text)
    assert text not in str(refused.value)


@pytest.mark.parametrize("text", ["", "0123456789abcdef"])
def test_a_token_for_metrics_or_none_is_taken(text: str) -> None:
    assert variables.metrics_token(text) == text


@pytest.mark.parametrize("text", ["localhost", "127.0.0.1:8000", "*", "1.2.3"])
def test_only_an_ip_address_is_listened_at(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^BIND is not an IP address"):
        variables.bind(text)
    assert variables.bind("0.0.0.0") == "0.0.0.0"  # noqa: S104 - nobody listens here
    assert variables.bind("::1") == "::1"


def test_only_a_server_that_we_have_is_taken() -> None:
    assert variables.server("uvicorn") == "config.uvicorn_server"
    with pytest.raises(ImproperlyConfigured, match=r"^SERVER is neither "):
        variables.server("gunicorn")


def test_the_archive_s_folder_is_a_whole_path() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^ARCHIVE_DIR is not "):
        variables.archive_dir("archive")
    assert variables.archive_dir("/srv/archive") == Path("/srv/archive")
