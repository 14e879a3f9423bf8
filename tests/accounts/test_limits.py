"""Counting by address."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.exceptions import PermissionDenied
from django.test import RequestFactory
from pytest_django import Settings

from accounts.limits import Limit, address


def seen(remote: str, forwarded: str | None = None) -> str:
    """The address of a request that comes from `remote` with an `X-Forwarded-For`."""
    headers = {"x-forwarded-for": forwarded} if forwarded is not None else {}
    return address(RequestFactory().get("/", REMOTE_ADDR=remote, headers=headers))


def test_of_200_at_once_exactly_50_pass() -> None:
    limit = Limit("test", amount=50, seconds=3600)
    with ThreadPoolExecutor(20) as pool:
        waits = list(pool.map(lambda _: limit.take("mina"), range(200)))
    assert waits.count(0) == 50
    assert all(0 <= wait <= 3600 for wait in waits)


def test_one_key_does_not_count_for_another() -> None:
    limit = Limit("test", amount=1, seconds=3600)
    assert limit.take("mina") == 0
    assert limit.take("mina") > 0
    assert limit.take("otter") == 0


def test_the_next_window_starts_from_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = Limit("test", amount=1, seconds=60)
    monkeypatch.setattr("accounts.limits.time.time", lambda: 100.0)
    assert limit.take("mina") == 0
    wait = limit.take("mina")
    monkeypatch.setattr("accounts.limits.time.time", lambda: 100.0 + wait)
    assert limit.take("mina") == 0


def test_a_forged_header_changes_nothing_without_proxies(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = 0
    assert seen("198.51.100.7", "203.0.113.9") == "198.51.100.7"


@pytest.mark.parametrize(
    ("proxies", "header", "expected"),
    [
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "10.9.9.9, 203.0.113.9", "203.0.113.9"),  # the first is the client's invention
        (2, "10.9.9.9, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        (2, "203.0.113.9", "203.0.113.9"),
        (1, None, "198.51.100.7"),
    ],
)
def test_each_trusted_proxy_is_counted_from_the_right(
    settings: Settings, proxies: int, header: str | None, expected: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    assert seen("198.51.100.7", header) == expected


def test_a_proxy_that_writes_no_address_is_not_believed(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = 1
    with pytest.raises(PermissionDenied):
        seen("198.51.100.7", "unknown")


def test_a_household_of_ipv6_is_one_address() -> None:
    assert seen("2001:db8::1") == seen("2001:db8::ffff:2")
    assert seen("2001:db8::1") != seen("2001:db8:0:1::1")
    assert seen("::ffff:198.51.100.7") == "198.51.100.7"
