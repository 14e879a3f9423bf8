"""From a rank or a name to a row."""

from itertools import product

import pytest

from games import jumps, leaderboards
from games.errors import NoSuchPlace, NoSuchPlayer
from games.ranking import Board
from tests.games.cast import counted, player

CLASSIC = Board("4x4")


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        *[("1204", 1204), ("1,204", 1204), ("#7", 7), (" ۱٬۲۰۴ ", 1204), ("٧", 7), ("0", 0)],
        *[("mina", None), ("7th", None), ("", None), ("²", None), ("-3", None)],
    ],
)
def test_a_rank_is_read_in_any_digits(text: str, rank: int | None) -> None:
    assert jumps.as_rank(text) == rank


def test_no_number_is_too_long_to_be_read() -> None:
    assert jumps.as_rank("9" * 10_000) == 10**12 - 1


@pytest.mark.django_db
def test_a_name_leads_to_its_row_however_it_is_written() -> None:
    counted(player("Mina"), 900)
    assert jumps.to_name(board=CLASSIC, name=" mINA ").value == 900


@pytest.mark.django_db
def test_a_rank_leads_to_the_row_at_that_place() -> None:
    for n in range(3):
        counted(player(f"p{n}"), 900 - n)
    assert jumps.to_rank(board=CLASSIC, rank=2).player.username == "p1"
    last = jumps.last(board=CLASSIC)
    assert last is not None
    assert last.player.username == "p2"


@pytest.mark.django_db
def test_who_is_not_there_cannot_be_gone_to() -> None:
    player("alice")
    counted(player("guest-1", is_guest=True), 900)
    with pytest.raises(NoSuchPlace):
        jumps.to_name(board=CLASSIC, name="alice")
    for name in ("nobody", "guest-1", "\0"):
        with pytest.raises(NoSuchPlayer):
            jumps.to_name(board=CLASSIC, name=name)
    for rank in (0, 1):
        with pytest.raises(NoSuchPlace):
            jumps.to_rank(board=CLASSIC, rank=rank)
    assert jumps.last(board=CLASSIC) is None


@pytest.mark.django_db
def test_the_page_of_a_row_has_it_below_so_many_others() -> None:
    for n in range(12):
        counted(player(f"p{n:02}"), 900 - n)
    for place, above in product(range(1, 13), (0, 3)):
        best = jumps.to_rank(board=CLASSIC, rank=place)
        page = leaderboards.page_at(board=CLASSIC, best=best, limit=5, above=above)
        first = max(1, place - above)
        assert [row.rank for row in page.rows] == list(range(first, min(first + 5, 13)))
        assert (page.previous is not None, page.next is not None) == (first > 1, first + 5 <= 12)
