"""How much one socket may send."""

import pytest

from games.live import limits
from games.live.limits import CREDITS, CREDITS_PER_SECOND, TokenBucket


class Clock:
    """A clock that stands until it is moved."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    return clock


def test_a_bucket_is_full_and_then_empty(clock: Clock) -> None:
    bucket = TokenBucket()
    assert bucket.take(CREDITS)
    assert not bucket.take()


def test_credits_come_back_with_time_and_never_past_full(clock: Clock) -> None:
    bucket = TokenBucket()
    bucket.take(CREDITS)
    clock.now += 1
    assert bucket.take(CREDITS_PER_SECOND)
    assert not bucket.take()
    clock.now += 3600
    assert bucket.take(CREDITS)
    assert not bucket.take()


def test_a_refusal_costs_nothing(clock: Clock) -> None:
    bucket = TokenBucket()
    assert not bucket.take(CREDITS + 1)
    assert bucket.take(CREDITS)


def test_only_refusals_in_a_row_add_up(clock: Clock) -> None:
    bucket = TokenBucket()
    bucket.take(CREDITS)
    for _ in range(5):
        bucket.take()
    assert bucket.refused == 5
    clock.now += 1
    bucket.take()
    assert bucket.refused == 0
