"""Figures against a recount in plain Python, and days about midnight."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games import activity, figures, play
from games.models import Day, Game, Spread
from tests.games.cast import NOON, game, player

TODAY = date(2026, 11, 30)
ONE_DAY = timedelta(days=1)
played = st.fixed_dictionaries(
    {
        "shape": st.sampled_from(["4x4", "3x3"]),
        "score": st.integers(0, 1_000_000),
        "ply": st.integers(0, 5000),
        "started_at": st.datetimes(datetime(2026, 1, 1), datetime(2026, 1, 9)).map(  # noqa: DTZ001
            lambda at: at.replace(tzinfo=UTC)
        ),
        "cells": st.binary(min_size=9, max_size=9).map(lambda raw: bytes(c % 18 for c in raw)),
        "running": st.booleans(),
    }
)


def add(owner: Any, columns: dict[str, Any]) -> None:
    columns = dict(columns)
    if columns.pop("running"):
        columns |= {"status": Game.Status.PLAYING, "ended_at": None}
    game(owner, columns.pop("score"), **columns)


class Recounted(TestCase):
    """What PostgreSQL keeps is what a count of the games would give."""

    @settings(max_examples=25, deadline=None)
    @given(st.lists(played, max_size=12))
    def test_figures_are_those_of_a_recount(self, games: list[dict[str, Any]]) -> None:
        alice = player("alice")
        for columns in games:
            add(alice, columns)
        add(player("bob"), {"shape": "4x4", "score": 5, "running": False})
        begun = figures.begun(player_id=alice.pk)
        assert begun.days == Counter(one["started_at"].date() for one in games)
        assert begun.moves == sum(one["ply"] for one in games)
        boards = {board.shape: board for board in figures.boards(player_id=alice.pk)}
        for shape in ("4x4", "3x3"):
            ended = [one for one in games if one["shape"] == shape and not one["running"]]
            assert (shape in boards) == bool(ended)
            if ended:
                check_board(boards[shape], ended)
                check_spans(alice.pk, shape, ended)


def check_board(board: figures.Ended, ended: list[dict[str, Any]]) -> None:
    assert board.games == len(ended)
    assert board.largest == max(1 << max(one["cells"]) for one in ended)
    for row in figures.reached(board):
        count = sum(1 << max(one["cells"]) >= row.tile for one in ended)
        assert (row.games, row.share) == (count, count / len(ended))
    bands = figures.bands(board)
    assert sum(band.games for band in bands) == len(ended)
    for band in bands:
        inside = [one for one in ended if band.low <= one["score"] < (band.high or 2**63)]
        assert band.games == len(inside)
    assert len(bands) == figures.FEWEST_BANDS or (bands[0].games and bands[-1].games)


def check_spans(player_id: int, shape: str, ended: list[dict[str, Any]]) -> None:
    daily = figures.daily(player_id=player_id, shape=shape)
    spans = figures.spans(daily, activity.week_of)
    for span in spans:
        inside = [
            one["score"]
            for one in ended
            if span.first <= one["started_at"].date() < span.first + timedelta(weeks=1)
        ]
        assert (span.games, span.best) == (len(inside), max(inside))
        assert span.average == round(sum(inside) / len(inside))
    assert sum(span.games for span in spans) == len(ended)


@settings(deadline=None)
@given(st.sets(st.integers(0, 30).map(lambda back: TODAY - back * ONE_DAY)))
def test_streaks_are_those_of_a_walk_from_day_to_day(days: set[date]) -> None:
    found = figures.streaks(days, TODAY)
    longest = run = 0
    for back in range(31, -1, -1):
        run = run + 1 if TODAY - back * ONE_DAY in days else 0
        longest = max(longest, run)
    last = TODAY if TODAY in days else TODAY - ONE_DAY
    current = 0
    while last - current * ONE_DAY in days:
        current += 1
    assert found == figures.Streaks(current=current, longest=longest)


def test_a_streak_lasts_while_today_can_still_be_played() -> None:
    three = [TODAY - back * ONE_DAY for back in (1, 2, 3)]
    assert figures.streaks(three, TODAY).current == 3
    assert figures.streaks(three, TODAY + ONE_DAY).current == 0
    assert figures.streaks([], TODAY) == figures.Streaks(0, 0)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-11-29T23:59:59.999999+00:00", date(2026, 11, 29)),
        ("2026-11-30T00:00:00+00:00", date(2026, 11, 30)),
        ("2026-11-30T03:29:59+03:30", date(2026, 11, 29)),  # in Tehran it is Monday already
        ("2026-11-30T03:30:00+03:30", date(2026, 11, 30)),
    ],
)
def test_a_day_begins_at_midnight_in_utc(moment: str, day: date) -> None:
    alice = player("alice")
    at = datetime.fromisoformat(moment)
    game(alice, 100, started_at=at)
    game(alice, 100, started_at=at, status=Game.Status.PLAYING, ended_at=None)
    assert figures.begun(player_id=alice.pk).days == {day: 2}


@pytest.mark.django_db
def test_a_game_counts_once_however_often_it_is_settled() -> None:
    alice = player("alice")
    made = game(alice, 100, settled_at=None)
    assert figures.boards(player_id=alice.pk) == ()
    play.settle(game_id=made.pk)
    play.settle(game_id=made.pk)
    begun = figures.begun(player_id=alice.pk)
    assert (begun.games, begun.moves) == (1, 100)


@pytest.mark.django_db
def test_a_guest_s_figures_are_added_to_the_account_s() -> None:
    alice, guest = player("alice"), player("guest-1", is_guest=True)
    for owner, score in ((alice, 900), (guest, 1200), (guest, 300)):
        game(owner, score)
    with transaction.atomic():
        play.carry_over(guest=guest, user=alice)
    (row,) = Day.objects.all()
    assert (row.player_id, row.games, row.points, row.best) == (alice.pk, 3, 2400, 1200)
    assert figures.boards(player_id=guest.pk) == ()
    (board,) = figures.boards(player_id=alice.pk)
    assert board.scores == {700: 1, 1000: 1, 300: 1}


@pytest.mark.django_db
def test_figures_go_with_their_player() -> None:
    alice = player("alice")
    game(alice, 100, at=NOON)
    alice.delete()
    assert not Day.objects.exists()
    assert not Spread.objects.exists()
