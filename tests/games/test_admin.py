"""Moderators find and hide games; nobody edits them, and no screen shows a seed."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from games import leaderboards
from games.models import Best, Game
from games.ranking import Board
from tests.games.cast import counted, game, player

pytestmark = pytest.mark.django_db
CANARY = b"\xca\x4a\x12canary-of-the-seed\x00\x01" + b"!" * 9
GAMES = "/admin/games/game/"


@pytest.fixture
def moderator(client: Client) -> User:
    """Signed in, with the permissions that moderators have."""
    user = player("mod-1", is_staff=True)
    wanted = ("view_game", "change_game", "view_best", "view_user")
    user.user_permissions.set(Permission.objects.filter(codename__in=wanted))
    client.force_login(user)
    return user


def traces(canary: bytes) -> list[bytes]:
    """The ways in which bytes get into a page."""
    return [canary, canary.hex().encode(), repr(canary).encode(), b"canary-of-the-seed"]


@pytest.mark.usefixtures("moderator")
@pytest.mark.parametrize("status", ["prepared", "playing", "over"])
def test_no_admin_screen_shows_the_seed(client: Client, status: str) -> None:
    made = counted(player("alice"), 900, seed=CANARY, tail=CANARY, status=status)
    best = Best.objects.filter(game=made)[0]
    for address in (
        GAMES,
        f"{GAMES}?q={made.pk}",
        f"{GAMES}{made.pk}/change/",
        f"{GAMES}{made.pk}/history/",
        "/admin/games/best/",
        f"/admin/games/best/{best.pk}/change/",
    ):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert not [trace for trace in traces(CANARY) if trace in answer.content], address


@pytest.mark.usefixtures("moderator")
@pytest.mark.parametrize("column", ["seed", "tail", "seed__startswith", "seed__gte"])
def test_the_seed_cannot_be_guessed_at_by_filters(client: Client, column: str) -> None:
    counted(player("alice"), 900, seed=CANARY)
    assert client.get(f"{GAMES}?{column}=x").status_code == 400
    assert client.get(f"/admin/games/best/?game__{column}=x").status_code == 400
    assert client.get(f"{GAMES}?status__exact=over").status_code == 200


@pytest.mark.usefixtures("moderator")
def test_games_are_found_by_id_and_by_player(client: Client) -> None:
    wanted, other = game(player("alice"), 900), game(player("bob"), 800)
    for words in (wanted.pk, "alic"):
        found = client.get(f"{GAMES}?q={words}").content.decode()
        assert wanted.pk in found, words
        assert other.pk not in found, words


@pytest.mark.usefixtures("moderator")
def test_the_board_is_shown_as_it_lies(client: Client) -> None:
    made = game(player("alice"), 900)
    shown = client.get(f"{GAMES}{made.pk}/change/").content.decode()
    assert "  2048     128       8       2\n" in shown


@pytest.mark.usefixtures("moderator")
def test_nobody_edits_adds_or_deletes_a_game(client: Client) -> None:
    made = game(player("alice"), 900)
    client.post(f"{GAMES}{made.pk}/change/", {"score": "999999", "hidden": "on"})
    client.post(f"{GAMES}{made.pk}/delete/", {"post": "yes"})
    client.post(f"{GAMES}add/", {"score": "999999"})
    client.post(GAMES, {"action": "delete_selected", "_selected_action": made.pk, "post": "yes"})
    assert list(Game.objects.values_list("score", "hidden")) == [(900, False)]


@pytest.mark.usefixtures("moderator")
def test_a_moderator_takes_games_off_the_boards_and_puts_them_back(client: Client) -> None:
    alice = player("alice")
    made = counted(alice, 900)
    board = Board("4x4")
    client.post(GAMES, {"action": "hide", "_selected_action": made.pk})
    assert leaderboards.rank(board=board, player_id=alice.pk) is None
    assert b"not hidden" not in client.get(f"{GAMES}{made.pk}/history/").content
    client.post(GAMES, {"action": "unhide", "_selected_action": made.pk})
    assert leaderboards.rank(board=board, player_id=alice.pk) == 1
    assert b"not hidden" in client.get(f"{GAMES}{made.pk}/history/").content


def test_looking_at_games_is_not_hiding_them(client: Client, moderator: User) -> None:
    made = counted(player("alice"), 900)
    moderator.user_permissions.remove(Permission.objects.get(codename="change_game"))
    client.post(GAMES, {"action": "hide", "_selected_action": made.pk})
    assert not Game.objects.get(pk=made.pk).hidden


def test_players_do_not_get_in(client: Client) -> None:
    client.force_login(player("alice"))
    assert client.get(GAMES).status_code in (302, 403)
