"""Who may see a game before its end."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from games import daily, history, watching
from games.models import Game
from tests.games.cast import game, player

pytestmark = pytest.mark.django_db


def running(owner: User, **columns: Any) -> Game:
    return game(
        owner, 900, at=datetime.now(UTC), **{"status": "playing", "ended_at": None} | columns
    )


def is_refused(found: Game) -> bool:
    return watching.reason_against(found) is not None


def is_listed(found: Game) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(watching.LISTED, [[found.pk]])
        return bool(cursor.fetchall() == [(found.pk,)])


def test_a_running_game_is_seen_unless_its_player_says_otherwise() -> None:
    alice, bob = player("alice"), player("bob", watchable=False)
    for owner, refused in ((alice, False), (bob, True)):
        found = running(owner)
        assert (is_refused(found), is_listed(found)) == (refused, not refused)
        ended = game(owner, 900)
        assert (is_refused(ended), is_listed(ended)) == (False, False)


def test_nobody_watches_the_daily_challenge_before_its_day_has_closed() -> None:
    """Nor sees it once it has ended: all games of the day meet the same tiles."""
    alice = player("alice")
    challenge = daily.coming(daily.today())[0]
    found = running(alice, kind="daily", challenge=challenge)
    assert (is_refused(found), is_listed(found)) == (True, False)
    found.ended_at, found.status = found.started_at, Game.Status.OVER
    assert is_refused(found)
    found.status, challenge.closed_at = Game.Status.PLAYING, datetime.now(UTC)
    challenge.save()
    assert (is_refused(found), is_listed(found)) == (False, True)


@pytest.mark.parametrize(
    ("of_the_player", "of_the_game"),
    [({"is_active": False}, {}), ({}, {"hidden": True}), ({}, {"status": "prepared"})],
)
def test_what_is_hidden_is_not_shown_to_those_who_look_for_one(
    of_the_player: dict[str, Any], of_the_game: dict[str, Any]
) -> None:
    found = running(player("alice", **of_the_player), **of_the_game)
    assert not is_listed(found)


def test_the_page_and_the_record_of_a_game_without_spectators_say_so(client: Client) -> None:
    alice = player("alice", watchable=False)
    found = running(alice)
    for lang, said in (("en", "plays without spectators"), ("fa", "بدون تماشاگر بازی می‌کند")):
        answer = client.get(f"/{lang}/games/{found.pk}/")
        assert answer.status_code == 403
        assert f"<bdi>alice</bdi> {said}" in answer.content.decode()
    refused = client.get(f"/api/games/{found.pk}/")
    assert (refused.status_code, refused.json()["code"]) == (403, "no_spectators")
    assert history.page(player_id=alice.pk, after=None, limit=1).rows[0].board is None
    client.force_login(alice, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert client.get(f"/api/games/{found.pk}/").status_code == 200
    client.logout()
    Game.objects.filter(pk=found.pk).update(status="over", ended_at=datetime.now(UTC))
    assert client.get(f"/en/games/{found.pk}/").status_code == 200
    assert client.get(f"/api/games/{found.pk}/").status_code == 200
