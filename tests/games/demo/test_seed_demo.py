"""`manage.py seed_demo`: a few players of it, row by row."""

import json
from collections.abc import Sequence
from datetime import timedelta
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts import names
from accounts.models import User
from games.demo.filling import DAYS, add_player
from games.demo.strategies import STRATEGIES
from games.models import ENDED, OPEN, Best, Game
from games.records import record_of
from games.rules import record
from games.rules.board import SHAPES

pytestmark = pytest.mark.django_db
CHECKOUT = Path(__file__).parents[3]
PEOPLE: dict[str, list[str]] = json.loads((CHECKOUT / "seeds/demo-players.json").read_text())
NAMES = [name for people in PEOPLE.values() for name in people]


def add(
    players: Sequence[str] = ("mina", "نیلوفر", "آرش", "Lapis"), strength: str = "corner"
) -> int:
    return sum(add_player(name=name, strength=strength, chance=Random(name)) for name in players)


def test_the_names_are_legal_and_of_both_scripts() -> None:
    assert len(NAMES) == 60 == len({name.lower() for name in NAMES})
    for name in NAMES:
        assert names.normal(name) == name
        names.check_letters(name)
        names.check_free(name)
    persian = sum(not name.isascii() for name in NAMES)
    assert 20 <= persian <= 40
    assert set(PEOPLE) == set(STRATEGIES)


def test_every_record_holds() -> None:
    add()
    games = list(Game.objects.all())
    assert len(games) >= 16
    for game in games:
        told = record_of(game)
        if game.status in ENDED:
            position = record.verify(told)
            assert (position.score, position.ply) == (game.score, game.ply)
        else:
            assert told["seed"] is None
            record.verify(told | {"seed": bytes(game.seed).hex()})


def test_times_follow_from_the_moves_and_no_two_games_of_a_player_overlap() -> None:
    add()
    now = timezone.now()
    for player in User.objects.all():
        free_from = player.date_joined
        for game in player.games.order_by("started_at"):
            assert game.started_at
            assert game.first_moved_at
            assert game.moved_at
            assert free_from < game.created_at < game.started_at < game.first_moved_at
            thinks = sum(record_of(game)["think_ms"])
            assert game.moved_at - game.started_at == timedelta(milliseconds=thinks)
            assert (game.ended_at is None) == (game.status in OPEN)
            assert (game.won_at is None) == (game.won_at_ply is None)
            free_from = game.ended_at or game.moved_at
            assert free_from < now
            assert now - game.started_at < timedelta(days=DAYS + 1)


def test_every_board_is_settled_with_the_best_of_each_player() -> None:
    add()
    assert not Game.objects.filter(ended_at__isnull=False, settled_at=None).exists()
    for player in User.objects.all():
        for shape in SHAPES:
            ranked = player.games.filter(shape=shape, score__gt=0, challenge=None)
            scores = ranked.values_list("score", flat=True)
            held = Best.objects.filter(
                player=player, shape=shape, metric=Best.Metric.SCORE, period=Best.Period.ALL
            )
            assert list(held.values_list("value", "ranked")) == [
                (score, True) for score in [max(scores, default=0)] if score
            ]


def test_some_have_played_the_challenges_of_days_that_have_closed() -> None:
    add()
    attempts = Game.objects.filter(kind="daily").select_related("challenge")
    assert 4 <= len(attempts) <= 28
    for game in attempts:
        assert not game.is_sealed
        assert game.started_at
        assert game.started_at.date() == game.challenge_id
        held = Best.objects.get(player=game.player_id, shape="daily", first_day=game.challenge_id)
        assert (held.value, held.game_id) == (game.score, game.pk)


def test_nobody_can_sign_in_as_one_of_them() -> None:
    add(["mina"])
    mina = User.objects.get()
    assert not mina.has_usable_password()
    assert (mina.is_guest, mina.is_staff, mina.is_active) == (False, False, True)


def test_a_second_time_adds_nothing() -> None:
    assert add() > 0
    before = set(Game.objects.values_list("pk", flat=True))
    assert add() == 0
    assert set(Game.objects.values_list("pk", flat=True)) == before


def test_a_person_of_that_name_is_left_alone() -> None:
    User.objects.create(username="MINA")
    assert add(["mina"]) == 0
    assert not Game.objects.exists()


def test_the_command_adds_who_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []

    def adding(*, name: str, strength: str, chance: Random) -> int:
        asked.append((name, strength))
        return 2

    monkeypatch.setattr("games.management.commands.seed_demo.add_player", adding)
    said = StringIO()
    call_command("seed_demo", stdout=said)
    assert [name for name, _ in asked] == NAMES
    assert said.getvalue() == "Added 60 players with 120 games.\n"


def test_a_public_site_is_filled_only_by_force(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PRODUCTION = True
    monkeypatch.setattr("games.management.commands.seed_demo.add_player", lambda **_: 1)
    with pytest.raises(CommandError, match="KASHI_PRODUCTION"):
        call_command("seed_demo", stdout=StringIO())
    call_command("seed_demo", "--force", stdout=StringIO())


def test_the_pages_show_them(client: Client) -> None:
    add(["نیلوفر"])
    for lang in ("en", "fa"):
        assert "نیلوفر" in client.get(f"/{lang}/players/نیلوفر/").content.decode()
        for game in Game.objects.all():
            assert client.get(f"/{lang}/games/{game.pk}/").status_code == 200
