"""The cache on Redis, and what stands in while Redis is away: limits then count in each process."""

import logging
import time
from typing import Any, ClassVar

from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
AGAIN_S = 5.0  # a Redis that hangs costs somebody a second this often, not everybody all the time


class Cache(RedisCache):
    """Never an error to whoever asks: a page without a shared limit beats a page that fails."""

    away_until: ClassVar[float] = 0.0

    def _either(self, name: str, *values: Any, **named: Any) -> Any:
        if time.monotonic() >= Cache.away_until:
            try:
                return getattr(super(), name)(*values, **named)
            except RedisError as error:
                Cache.away_until = time.monotonic() + AGAIN_S
                log.warning("Redis is away, this process counts for itself: %s", error)
        return getattr(caches["near"], name)(*values, **named)

    def add(self, *values: Any, **named: Any) -> Any:
        return self._either("add", *values, **named)

    def get(self, *values: Any, **named: Any) -> Any:
        return self._either("get", *values, **named)

    def set(self, *values: Any, **named: Any) -> Any:
        return self._either("set", *values, **named)

    def delete(self, *values: Any, **named: Any) -> Any:
        return self._either("delete", *values, **named)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> Any:
        """From nought where the count is on the side that was away a moment ago."""
        try:
            return self._either("incr", key, delta, version=version)
        except ValueError:
            self.add(key, 0, version=version)
            return self._either("incr", key, delta, version=version)
