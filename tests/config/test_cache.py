"""Limits and the rest of the cache while Redis is away, and once it is back."""

from collections.abc import Iterator

import pytest
from django.core.cache import caches
from pytest_django import Settings

from accounts.limits import Limit
from config.cache import Cache
from tests import redis_server
from tests.redis_server import Redis


@pytest.fixture
def redis() -> Iterator[Redis]:
    if not redis_server.PROGRAM:
        pytest.skip("Debian's redis-server is not installed")
    with redis_server.running() as server:
        yield server


@pytest.fixture
def cache(redis: Redis, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Cache:
    """As REDIS_URL would have it, asking again at once."""
    near = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": redis.url}
    far = {"BACKEND": "config.cache.Cache", "LOCATION": redis.url}
    settings.CACHES = {"default": far, "near": near}
    monkeypatch.setattr("config.cache.AGAIN_S", 0)
    found = caches["default"]
    assert isinstance(found, Cache)
    return found


def test_limits_hold_while_redis_is_away(cache: Cache, redis: Redis) -> None:
    limit = Limit("trying", amount=3, seconds=3600)
    assert limit.take("mina") == 0
    redis.end()
    waits = [limit.take("mina") for _ in range(5)]
    assert [bool(wait) for wait in waits] == [False, False, False, True, True]
    redis.start()
    assert limit.take("mina") == 0  # it counts for all processes again


def test_what_is_kept_meanwhile_is_found_meanwhile(cache: Cache, redis: Redis) -> None:
    redis.end()
    assert cache.add("a", 1)
    assert not cache.add("a", 2)
    cache.set("b", [2])
    assert (cache.get("a"), cache.get("b"), cache.get("c", 3)) == (1, [2], 3)
    assert cache.delete("a")
    redis.start()
    assert cache.get("b") is None


def test_a_count_that_was_begun_on_the_other_side_goes_on(cache: Cache, redis: Redis) -> None:
    redis.end()
    cache.add("n", 0)
    redis.start()
    assert cache.incr("n") == 1
    redis.end()
    assert cache.incr("n") == 1
    redis.start()
