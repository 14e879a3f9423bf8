"""The pages of boards and players, in both languages."""

import re
from datetime import UTC, date, datetime, timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import translation

from games import leaderboards, period_names
from games.models import Game
from games.periods import Period
from games.play import settle
from games.ranking import Board
from games.templatetags.kashi import beyond, day, digits, number, shape, stopwatch
from tests.accounts.cast import PASSWORD, guest_in, sign_up
from tests.games.cast import NOON, counted, game, player

pytestmark = pytest.mark.django_db
BOARD = "/en/leaderboards/4x4/"


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def links(page: str, rel: str) -> list[str]:
    return re.findall(rf'rel="{rel}" href="([^"]+)"', page)


def link(page: str, said: str) -> str:
    """Where the link with these words leads."""
    (address,) = re.findall(rf'href="([^"]*)"[^>]*>(?:<span[^>]*>‹</span> )?{said}', page)
    return unescape(address)


def names(page: str) -> list[str]:
    """Who stands in the rows, from the top."""
    return re.findall(r'<th scope="row"><a [^>]*>(?:<bdi>)?([^<]+)', page)


def test_a_row_isolates_its_name_and_links_to_player_and_game(client: Client) -> None:
    made = counted(player("نیلوفر"), 12864)
    page = text(client, BOARD)
    assert "<bdi>نیلوفر</bdi>" in page
    assert f'href="/en/games/{made.pk}/"' in page
    assert "12,864" in page
    assert page.count('data-v="2048"') == 1


def test_persian_pages_have_persian_figures_and_days(client: Client) -> None:
    alice = player("alice", date_joined=NOON)
    counted(alice, 12864)
    board = text(client, "/fa/leaderboards/4x4/")
    assert "۱۲٬۸۶۴" in board
    assert "۲۰۴۸" in board
    assert "<title>جدول امتیازات ۴×۴، امتیاز، همیشه" in board
    assert 'data-v="2048"' in board
    assert "۱۱ آبان ۱۴۰۵" in text(client, "/fa/players/alice/")


def test_the_pages_of_a_board_lead_to_each_other(client: Client) -> None:
    for n in range(60):
        counted(player(f"p{n:02}"), 9000 - n)
    first = text(client, BOARD)
    second = text(client, BOARD + links(first, "next")[0])
    third = text(client, BOARD + links(second, "next")[0])
    assert names(first) + names(second) + names(third) == [f"p{n:02}" for n in range(60)]
    assert not links(first, "prev")
    assert not links(third, "next")
    assert names(text(client, BOARD + links(third, "prev")[0])) == names(second)


def test_my_row_is_pinned_on_the_side_where_it_lies(client: Client) -> None:
    people = [player(f"p{n:02}") for n in range(52)]
    for n, owner in enumerate(people):
        counted(owner, 9000 - n)
    client.force_login(people[51])
    first = text(client, BOARD)
    assert names(first)[-1] == "You"
    assert len(names(first)) == 26
    client.force_login(people[0])
    first = text(client, BOARD)
    assert names(first)[0] == "You"
    assert len(names(first)) == 25
    second = text(client, BOARD + links(first, "next")[0])
    assert names(second)[:2] == ["You", "p25"]


def test_what_is_missing_to_the_next_place_is_said(client: Client) -> None:
    counted(player("alice"), 1316)
    bob = player("bob")
    counted(bob, 1000)
    client.force_login(bob)
    assert "316 points to the next place" in text(client, BOARD)


def test_empty_pages_say_so_and_lead_on(client: Client) -> None:
    player("alice")
    assert "Nobody has a score on this board yet." in text(client, "/en/leaderboards/5x5/")
    assert 'href="/en/play/5x5/"' in text(client, "/en/leaderboards/5x5/")
    assert "No games yet." in text(client, "/en/players/alice/")


def test_a_history_shows_how_each_game_went(client: Client) -> None:
    alice = player("alice")
    game(alice, 10, status=Game.Status.GIVEN_UP)
    game(alice, 20, status=Game.Status.PLAYING, ended_at=None)
    game(alice, 30, won_at=NOON)
    game(alice, 40)
    page = text(client, "/en/players/alice/")
    results = re.findall(r"<td>\s*(Running|Won|Given up|Over)\s*</td>", page)
    assert sorted(results) == ["Given up", "Over", "Running", "Won"]
    assert "400 moves" in page


def test_a_long_history_goes_on_by_cursor(client: Client) -> None:
    alice = player("alice")
    made = [game(alice, n, at=NOON + n * timedelta(hours=1)).pk for n in range(30)]
    first = text(client, "/en/players/alice/games/")
    second = text(client, "/en/players/alice/games/" + links(first, "next")[0])
    ids = re.findall(r'href="/en/games/(\w+)/"', first + second)
    assert ids == made[::-1]


@pytest.mark.parametrize(
    "address",
    [
        "/en/leaderboards/6x6/",
        "/en/leaderboards/4x4/?cursor=abc",
        "/en/leaderboards/4x4/?cursor=%00",
        "/en/leaderboards/4x4/?period=hour",
        "/en/leaderboards/4x4/?metric=longest",
        "/en/leaderboards/6x6/rows/",
        "/en/players/nobody/",
        "/en/players/guest-1/",
        "/en/players/%00/",
        "/en/players/alice/?shape=5x5",
        "/en/players/alice/games/?cursor=W10",
    ],
)
def test_an_address_that_leads_nowhere_is_not_found(client: Client, address: str) -> None:
    player("alice")
    player("guest-1", is_guest=True)
    assert client.get(address).status_code == 404


def test_the_boards_address_leads_to_the_classic_board(client: Client) -> None:
    answer = client.get("/fa/leaderboards/", follow=True)
    assert answer.request["PATH_INFO"] == "/fa/leaderboards/4x4/"


# --- other metrics and times ---------------------------------------------------------------------
def test_every_metric_has_its_own_figures(client: Client) -> None:
    alice = player("alice")
    began = NOON - timedelta(hours=1)
    counted(alice, 21_000, won_at=began + timedelta(milliseconds=250_500), won_at_ply=1040)
    assert "4:10.500" in text(client, f"{BOARD}?metric=fastest")
    assert "۴:۱۰٫۵۰۰" in text(client, "/fa/leaderboards/4x4/?metric=fastest")
    assert "1,040" in text(client, f"{BOARD}?metric=fewest")


def test_what_is_missing_is_said_in_the_measure_of_the_board(client: Client) -> None:
    bob = player("bob")
    for owner, ms, ply in ((player("alice"), 250_500, 1000), (bob, 260_750, 1040)):
        won_at = NOON - timedelta(hours=1) + timedelta(milliseconds=ms)
        counted(owner, 21_000, won_at=won_at, won_at_ply=ply)
    client.force_login(bob)
    assert "0:10.250 to the next place" in text(client, f"{BOARD}?metric=fastest")
    assert "40 moves to the next place" in text(client, f"{BOARD}?metric=fewest")


def test_an_older_period_has_an_address_and_ways_to_those_beside_it(client: Client) -> None:
    for name, months in (("sep", 9), ("oct", 10), ("nov", 11)):
        counted(player(name), 900, at=datetime(2025, months, 20, tzinfo=UTC))
    page = text(client, f"{BOARD}?period=month&on=2025-10-31")
    assert names(page) == ["oct"]
    assert "October 2025" in page
    before, after = link(page, "September 2025"), link(page, "November 2025")
    assert before == f"{BOARD}?period=month&on=2025-09-01"
    assert names(text(client, before)) == ["sep"]
    running = period_names.name(Period.MONTH, datetime.now(UTC).date().replace(day=1))
    assert link(text(client, after), running) == f"{BOARD}?period=month"
    assert "ends in" not in page


def test_other_shapes_and_metrics_keep_the_time_and_pages_keep_it_all(client: Client) -> None:
    for n in range(30):
        counted(player(f"p{n:02}"), 9000 - n)
    page = text(client, f"{BOARD}?period=week&on=2026-11-02")
    assert link(page, "3×3") == "/en/leaderboards/3x3/?period=week&on=2026-11-02"
    assert link(page, "Fewest moves") == f"{BOARD}?period=week&metric=fewest&on=2026-11-02"
    assert link(page, "This year") == f"{BOARD}?period=year"
    second = text(client, BOARD + unescape(links(page, "next")[0]))
    assert names(second) == [f"p{n}" for n in range(25, 30)]
    assert "Week 45 of 2026" in second
    assert "2 November 2026 to 8 November 2026" in second


@pytest.mark.parametrize("on", ["2999-01-01", "1969-12-31", "yesterday", "2026-02-30"])
def test_a_day_without_a_board_is_told_kindly(client: Client, on: str) -> None:
    page = text(client, f"{BOARD}?period=day&on={on}")
    assert "No board is kept for this day. This is the running one." in page


@pytest.mark.parametrize(
    ("period", "said"), [("day", "day"), ("week", "week"), ("month", "month"), ("year", "year")]
)
def test_a_running_period_says_when_it_ends(client: Client, period: str, said: str) -> None:
    page = text(client, f"{BOARD}?period={period}")
    assert re.search(rf"The {said} ends in \d+ (d|h|min)", page)
    assert "ends in" not in text(client, BOARD)


def test_what_is_left_is_told_by_its_largest_unit() -> None:
    lefts = {
        timedelta(days=6, hours=17, minutes=3): "6 d 17 h",
        timedelta(days=1): "1 d 0 h",
        timedelta(hours=23, minutes=59, seconds=1): "1 d 0 h",
        timedelta(hours=12, minutes=40, seconds=1): "12 h 41 min",
        timedelta(minutes=59): "59 min",
        timedelta(seconds=-3): "1 min",
    }
    for left, said in lefts.items():
        assert period_names.duration(left) == said
    with translation.override("fa"):
        assert period_names.duration(timedelta(minutes=12)).startswith("۱۲")


def test_periods_have_names_and_days_in_the_readers_calendar() -> None:
    week, month = date(2024, 12, 30), date(2026, 11, 1)
    assert period_names.name(Period.WEEK, week) == "Week 1 of 2025"
    assert period_names.days(Period.WEEK, week) == "30 December 2024 to 5 January 2025"
    assert period_names.days(Period.MONTH, month) == ""
    with translation.override("fa"):
        assert period_names.name(Period.MONTH, month) == "نوامبر ۲۰۲۶"
        days = period_names.days(Period.MONTH, month)
        assert ("۱۰ آبان ۱۴۰۵" in days, "۹ آذر ۱۴۰۵" in days) == (True, True)


def test_empty_boards_say_of_what(client: Client) -> None:
    assert "Nobody has won on this board yet." in text(client, f"{BOARD}?metric=fewest")
    old = text(client, f"{BOARD}?period=day&on=2020-02-02")
    assert "Nobody has a place on this board." in old
    assert "be the first" not in old


# --- jumps ---------------------------------------------------------------------------------------
def test_a_rank_and_a_name_are_gone_to(client: Client) -> None:
    for n in range(60):
        counted(player(f"p{n:02}"), 9000 - n)
    for to in ("41", "۴۱", "P40"):
        page = text(client, f"{BOARD}?to={to}")
        assert 'data-player="p40" id="found"' in " ".join(page.split())
        assert names(page)[0] == "p32"
        assert names(text(client, BOARD + links(page, "prev")[0])) == [
            f"p{n:02}" for n in range(7, 32)
        ]


@pytest.mark.parametrize(
    ("to", "said", "found"),
    [
        ("nobody", "There is no player with this name.", None),
        ("guest-1", "There is no player with this name.", None),
        ("bob", "They have no place on this board.", None),
        ("99999999999999", "The board has fewer places. This is the last.", "zoe"),
        ("0", "Places begin with the first.", None),
        ("%00", "There is no player with this name.", None),
    ],
)
def test_what_is_not_on_the_board_is_told_kindly(
    client: Client, to: str, said: str, found: str | None
) -> None:
    counted(player("alice"), 900)
    counted(player("zoe"), 800)
    counted(player("guest-1", is_guest=True), 850)
    player("bob")
    page = " ".join(text(client, f"{BOARD}?to={to}").split())
    assert said in page
    assert names(page) == ["alice", "zoe"]
    assert re.findall(r'data-player="(\w+)" id="found"', page) == ([found] if found else [])


def test_my_place_is_one_link_away(client: Client) -> None:
    alice = player("alice")
    client.force_login(alice)
    assert "My place" not in text(client, BOARD)
    counted(alice, 900)
    assert link(text(client, BOARD), "My place") == f"{BOARD}?to=alice#found"


# --- the open page -------------------------------------------------------------------------------
def test_an_open_page_gets_its_rows_only_when_they_have_changed(client: Client) -> None:
    counted(player("alice"), 900)
    page = text(client, f"{BOARD}?period=month&on=2026-11-02")
    (address,) = re.findall(r'data-rows="([^"]*)"', page)
    (version,) = map(unescape, re.findall(r'data-version="([^"]*)"', page))
    same = client.get(unescape(address), headers={"If-None-Match": version})
    assert (same.status_code, same.content) == (304, b"")
    counted(player("bob"), 950)
    fresh = client.get(unescape(address), headers={"If-None-Match": version})
    assert fresh.status_code == 200
    assert names(fresh.content.decode()) == ["bob", "alice"]
    assert "<html" not in fresh.content.decode()
    assert fresh["ETag"] != version
    again = client.get(unescape(address), headers={"If-None-Match": fresh["ETag"]})
    assert again.status_code == 304


# --- guests --------------------------------------------------------------------------------------
def test_a_guest_is_told_the_place_that_signing_up_takes(client: Client) -> None:
    counted(player("alice"), 900)
    counted(player("bob"), 500)
    guest = guest_in(client)
    told = settle(game_id=game(guest, 700).pk).rank
    page = text(client, BOARD)
    assert names(page) == ["alice", "bob"]
    assert "Guests have no place here." in page
    sign_up(client, "mina")
    assert (told, leaderboards.rank(board=Board("4x4"), player_id=guest.pk)) == (2, 2)
    assert names(text(client, BOARD)) == ["alice", "You", "bob"]


def test_signing_up_from_the_end_leads_to_the_place_that_it_takes(client: Client) -> None:
    for score in (900, 800):
        counted(player(f"p{score}"), score)
    ended = game(guest_in(client), 700)
    settle(game_id=ended.pk)
    way = link(text(client, f"/en/games/{ended.pk}/"), "Sign up<")
    form = {"username": "mina", "password1": PASSWORD}
    answer = client.post(way, form, follow=True)
    assert answer.redirect_chain[-1][0] == f"{BOARD}?to=mina#found"
    page = answer.content.decode()
    assert "You have place 3 on the leaderboard of all time." in page
    assert 'data-player="mina" class="me" id="found"' in page


def test_who_has_no_place_yet_is_led_to_the_board_or_on_with_the_game(client: Client) -> None:
    assert client.get(f"{BOARD}mine/")["Location"] == BOARD
    mina = player("mina")
    client.force_login(mina)
    assert client.get(f"{BOARD}mine/")["Location"] == BOARD
    game(mina, 700, status=Game.Status.PLAYING, ended_at=None)
    assert client.get(f"{BOARD}mine/")["Location"] == "/en/"


def test_figures_are_written_as_the_language_writes_them() -> None:
    moment = datetime.fromisoformat("2026-11-03T01:00:00+03:30")
    with translation.override("en"):
        assert (digits(2048), number(1234567), shape("3x4")) == ("2048", "1,234,567", "3×4")
        assert day(moment) == "2 November 2026"
    with translation.override("fa"):
        assert (digits(2048), number(1234567), shape("3x4")) == ("۲۰۴۸", "۱٬۲۳۴٬۵۶۷", "۳×۴")
        assert day(moment) == "۱۱ آبان ۱۴۰۵"


def test_times_are_written_to_the_millisecond() -> None:
    assert [stopwatch(ms) for ms in (0, 59_999, 250_500, 3_723_004)] == [
        "0:00.000",
        "0:59.999",
        "4:10.500",
        "1:02:03.004",
    ]


def test_tiles_above_the_named_ones_take_turns() -> None:
    looks = [beyond(1 << exponent) for exponent in (11, 17, 18, 19)]
    assert looks == ["", "", "even", "odd"]
