"""The pages of the daily challenge."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.guests import BACKEND, make_guest
from accounts.models import User
from games import daily, play
from games.models import Challenge, Game
from games.records import record_of
from games.rules.board import Direction
from tests.games.daily_cast import attempt, challenge, close, day, finished
from tests.games.live.cast import SEED, member
from tests.games.replayed import played_daily

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever these tests run, yesterday can still be finished."""
    moment = daily.now().replace(hour=1)
    monkeypatch.setattr(daily, "now", lambda: moment)


@pytest.fixture
def mina() -> User:
    return member()


@pytest.fixture
def hers(mina: User) -> Client:
    client = Client()
    client.force_login(mina, backend=BACKEND)
    return client


def text(client: Client, path: str) -> str:
    answer = client.get(f"/en/{path}")
    assert answer.status_code == 200, path
    return " ".join(answer.content.decode().split())


def test_today_publishes_the_commitments_of_the_days_to_come(client: Client) -> None:
    page = text(client, "daily/")
    drawn = Challenge.objects.all()
    assert len(drawn) == 9
    assert all(each.commitment in page for each in drawn)
    assert "Nobody has finished yet." in page
    assert not User.objects.exists()


def test_today_shows_the_first_places_and_my_own(hers: Client, mina: User) -> None:
    for score in range(80, 0, -8):
        finished(member(f"player{score}"), score)
    finished(mina, 4)
    page = text(hers, "daily/")
    assert page.count("/en/players/player") == 5
    assert '<li class="me"><span>11</span>' in page
    assert "11 players have finished." in page


def test_an_attempt_of_the_day_before_is_offered(hers: Client, mina: User) -> None:
    game = attempt(mina, 1)
    assert f'href="/en/games/{game.pk}/"' in text(hers, "daily/")
    play.give_up(player=mina, game_id=game.pk)
    assert f'href="/en/games/{game.pk}/"' not in text(hers, "daily/")


def test_the_page_of_play_does_not_go_on_with_an_attempt(hers: Client, mina: User) -> None:
    game = attempt(mina)
    assert game.pk not in text(hers, "")
    assert game.pk in text(hers, "daily/")
    assert "End the attempt" in text(hers, f"games/{game.pk}/")


def test_a_second_attempt_that_came_along_says_that_it_does_not_count(
    hers: Client, mina: User
) -> None:
    finished(mina, 8)
    extra = attempt(make_guest(), score=4, ply=2)
    Game.objects.filter(pk=extra.pk).update(player=mina, kind="extra")
    assert "does not count" in text(hers, f"games/{extra.pk}/")


def test_a_day_hides_games_and_seed_until_it_has_closed(client: Client, mina: User) -> None:
    game = finished(mina, 64, 1)
    page = text(client, f"daily/{day(1)}/")
    assert "mina" in page
    assert game.pk not in page
    assert SEED.hex() not in page
    close(1)
    page = text(client, f"daily/{day(1)}/")
    assert SEED.hex() in page
    assert f'value="{game.pk}"' in page
    assert f'href="/en/games/{game.pk}/"' in page


def test_a_day_of_many_is_read_page_by_page(hers: Client, mina: User) -> None:
    for score in range(4, 32 * 4, 4):
        finished(member(f"player{score}"), score, 1)
    finished(mina, 2, 1)
    page = text(hers, f"daily/{day(1)}/")
    assert page.count("<tr") == 1 + 25 + 2  # the head, a page, a gap and my own row
    assert 'rel="next"' in page


def test_two_games_of_a_closed_day_stand_side_by_side(client: Client, mina: User) -> None:
    first, second = finished(mina, 64, 1), finished(member("otter"), 128, 1)
    address = f"daily/{day(1)}/compare/?game={second.pk}&game={first.pk}"
    assert client.get(f"/en/{address}").status_code == 404
    close(1)
    page = text(client, address)
    assert page.index("otter") < page.index("mina")
    assert "No move is the same." in page
    assert "more than two" not in page
    assert page.count('class="replay"') == 2
    assert 'id="parting"' not in page  # they are kept with no moves
    assert "These are the first two." in text(client, f"{address}&game=00000000")
    for query in ("", f"?game={first.pk}", "?game=%00&game="):
        assert "Choose two games" in text(client, f"daily/{day(1)}/compare/{query}")
    page = text(client, f"daily/{day(1)}/compare/?game={first.pk}&game=00000000")
    assert "One of these games cannot be shown." in page


def test_two_games_know_the_move_where_they_part(client: Client, mina: User) -> None:
    closed, ways = challenge(2, closed=True), tuple(Direction) * 10
    first = played_daily(mina, ways, closed)
    same = played_daily(member("otter"), ways[:20], closed)
    other = played_daily(member("badger"), (*ways[:4], *reversed(ways)), closed)
    begun = record_of(first)["moves"]
    for second in (same, other):
        moves = record_of(second)["moves"]
        at = next(at for at in range(99) if begun[: at + 1] != moves[: at + 1])
        page = text(client, f"daily/{day(2)}/compare/?game={first.pk}&game={second.pk}")
        assert re.findall(r'id="parting" type="button" value="(\d+)"', page) == [str(at + 1)]
        assert f"The first {at} moves are the same." in page
    page = text(client, f"daily/{day(2)}/compare/?game={first.pk}&game={first.pk}")
    assert "Choose two games" in page


def test_the_archive_holds_past_days_and_my_results(hers: Client, mina: User) -> None:
    for ago in (1, 2):
        finished(mina, 64 * ago, ago)
    finished(member("otter"), 512, 2)
    page = text(hers, "daily/archive/")
    assert page.index(f"/en/daily/{day(1)}/") < page.index(f"/en/daily/{day(2)}/")
    assert f"/en/daily/{day()}/" not in page
    assert "otter" in page
    assert "Rank 2" in page
    assert "2 days in a row now" in page


def test_the_archive_goes_back_page_by_page(client: Client) -> None:
    for ago in range(1, 40):
        challenge(ago, closed=True)
    page = text(client, "daily/archive/")
    assert page.count('<th scope="row">') == 30
    earlier = text(client, f"daily/archive/?before={day(30)}")
    assert f"?before={day(30)}" in page
    assert earlier.count('<th scope="row">') == 9


def test_the_archive_asks_no_more_for_more_days(hers: Client, mina: User) -> None:
    finished(mina, 64, 1)
    play.keep_days()
    with CaptureQueriesContext(connection) as few:
        text(hers, "daily/archive/")
    for ago in range(2, 12):
        finished(mina, 64, ago)
    play.keep_days()
    with CaptureQueriesContext(connection) as many:
        text(hers, "daily/archive/")
    assert len(many) <= len(few)


@pytest.mark.parametrize(
    "path",
    [
        *("daily/2026-02-30/", "daily/tomorrow/", "daily/20261130/", "daily/0001-01-01/"),
        *("daily/9999-12-31/", "daily/archive/?before=x", "daily/2026-13-01/compare/"),
        *("daily/%00/", "daily/۲۰۲۶-۱۱-۳۰/"),
    ],
)
def test_a_day_that_is_none_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"/en/{path}").status_code == 404


def test_a_day_to_come_is_not_found(client: Client) -> None:
    text(client, "daily/")
    assert client.get(f"/en/daily/{day(-1)}/").status_code == 404
    assert client.get(f"/en/daily/{day()}/?cursor=x").status_code == 404


def test_persian_readers_have_their_own_calendar(client: Client, mina: User) -> None:
    Challenge.objects.create(
        day="2026-03-21",
        seed=SEED,
        created_at="2026-03-01T00:00:00Z",
        closed_at="2026-03-23T12:00Z",
    )
    page = client.get("/fa/daily/2026-03-21/").content.decode()
    assert "چالش روزانهٔ ۱ فروردین ۱۴۰۵" in page


def test_a_profile_tells_of_days_in_a_row_and_hides_boards(client: Client, mina: User) -> None:
    finished(mina, 64)
    finished(mina, 64, 1)
    page = text(client, "players/mina/")
    assert "2 days in a row now" in page
    assert page.count('class="mini"') == 0
    close(1)
    assert text(client, "players/mina/").count('class="mini"') == 1


def test_every_page_leads_to_the_daily_challenge(client: Client) -> None:
    for path in ("", "leaderboards/4x4/"):
        assert text(client, path).count('href="/en/daily/"') == 2
    assert text(client, "daily/").count('href="/en/daily/" aria-current="page"') == 2
