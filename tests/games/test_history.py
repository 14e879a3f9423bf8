"""A player's games: which, in what order, page by page."""

from datetime import timedelta

import pytest

from games import history
from games.cursors import HistoryCursor, from_text
from games.errors import NoSuchPlayer
from games.models import Game
from tests.games.cast import NOON, game, player

HOUR = timedelta(hours=1)


def walk(player_id: int, limit: int) -> tuple[list[str], list[str]]:
    """All ids by `next` from the newest to the oldest, and back again by `previous`."""
    down = [history.page(player_id=player_id, after=None, limit=limit)]
    while cursor := down[-1].next:
        after = from_text(cursor, HistoryCursor)
        down.append(history.page(player_id=player_id, after=after, limit=limit))
    up = [down[-1]]
    while cursor := up[0].previous:
        after = from_text(cursor, HistoryCursor)
        up.insert(0, history.page(player_id=player_id, after=after, limit=limit))
    return [row.id for page in down for row in page.rows], [
        row.id for page in up for row in page.rows
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("limit", [1, 2, 3, 7, 50])
def test_pages_hold_every_game_once_newest_first(limit: int) -> None:
    alice = player("alice")
    made = [game(alice, 10 + n, at=NOON + (n // 2) * HOUR) for n in range(7)]  # pairs at one moment
    newest_first = sorted(made, key=lambda one: (one.started_at, one.pk), reverse=True)
    down, up = walk(alice.pk, limit)
    assert down == up == [one.pk for one in newest_first]


@pytest.mark.django_db
def test_a_game_that_never_began_is_not_listed() -> None:
    alice = player("alice")
    game(alice, 0, status=Game.Status.PREPARED, cells=b"", ply=0)
    begun = game(alice, 0, status=Game.Status.PLAYING, ply=0, ended_at=None)
    assert [row.id for row in history.page(player_id=alice.pk, after=None, limit=9).rows] == [
        begun.pk
    ]
    assert [row.id for row in history.open_games(player_id=alice.pk)] == [begun.pk]


@pytest.mark.django_db
def test_a_row_tells_how_the_game_went() -> None:
    alice = player("alice")
    game(alice, 20_480, status=Game.Status.GIVEN_UP, won_at=NOON - HOUR / 2, ply=1200)
    (row,) = history.page(player_id=alice.pk, after=None, limit=9).rows
    assert (row.status, row.won, row.score, row.largest, row.moves) == (
        "given_up",
        True,
        20_480,
        2048,
        1200,
    )
    assert (row.started_at, row.ended_at) == (NOON - HOUR, NOON)


@pytest.mark.django_db
def test_somebody_else_s_games_are_not_listed() -> None:
    game(player("bob"), 10)
    alice = player("alice")
    assert history.page(player_id=alice.pk, after=None, limit=9).rows == ()


@pytest.mark.django_db
def test_players_are_found_in_any_case_and_guests_and_closed_accounts_are_not() -> None:
    alice = player("Alice")
    player("guest-1", is_guest=True)
    player("bob", is_active=False)
    assert history.find_player("aLICE") == alice
    for name in ("guest-1", "bob", "nobody", "a\0b", ""):
        with pytest.raises(NoSuchPlayer):
            history.find_player(name)
