"""The rows of the demo: players, their games over the last months, and their bests."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import bests
from games.addresses import CLASSIC
from games.demo import days
from games.demo.playing import Habits, Played, play
from games.demo.strategies import STRATEGIES
from games.models import SEGMENT_MOVES, Challenge, Game, Segment
from games.period_names import midnight
from games.rules.record import MOVE_BYTES, pack

SHAPES = {"4x4": 9, "3x3": 4, "3x4": 3, "2x4": 3, "5x5": 1}  # and how often each is chosen
FEWEST_GAMES, MOST_GAMES = 4, 14
DAYS = 200  # how far back it begins
RUNNING = 0.3  # of the players are in the middle of their last game
TODAY = 0.5  # of the players have begun one about an hour ago
GIVEN_UP = 0.12  # of the games
TURNOUT = 0.3  # of the players try a day's challenge
BETWEEN = timedelta(seconds=20)  # two games of one player
TO_GIVE_UP = timedelta(seconds=4)


@dataclass(frozen=True, slots=True)
class Plan:
    """A game to be played: when it begins, on which shape, after how many moves it is left if it is
    not played to its end."""

    at: datetime
    shape: str
    patience: int | None
    running: bool
    challenge: Challenge | None = None


@transaction.atomic
def add_player(*, name: str, strength: str, chance: Random) -> int:
    """Somebody with their games, all or nothing; how many games, none where the name is taken."""
    if User.objects.filter(username__iexact=name).exists():
        return 0
    now = timezone.now()
    played = list(_games(_habits(strength, chance), now, chance))
    joined = played[0][1].at - timedelta(minutes=chance.randint(2, 90))
    player = User(username=name, date_joined=joined)
    player.set_unusable_password()  # nobody signs in to it
    player.save()
    for game, plan in played:
        _write(player, game, plan)
    return len(played)


def _habits(strength: str, chance: Random) -> Habits:
    return Habits(STRATEGIES[strength], pace_ms=chance.randint(230, 900), stops_at_win=0.5)


def _games(habits: Habits, now: datetime, chance: Random) -> Iterator[tuple[Played, Plan]]:
    """The oldest first; one that would overlap the next is not played."""
    free_from = now - timedelta(days=DAYS + 1)
    plans = [*_plans(now, chance), *_attempts(now, chance)]
    for plan in sorted(plans, key=lambda plan: plan.at):
        game = play(plan.shape, habits, chance, plan.patience, plan.challenge)
        takes = timedelta(milliseconds=sum(move.think_ms for move in game.moves)) + BETWEEN
        if free_from <= plan.at and plan.at + takes <= now:
            free_from = plan.at + takes
            yield game, plan


def _plans(now: datetime, chance: Random) -> Iterator[Plan]:
    """More of them lately than long ago."""
    count = chance.randint(FEWEST_GAMES, MOST_GAMES)
    ages = [timedelta(days=DAYS * chance.random() ** 2.5, minutes=90) for _ in range(count)]
    if chance.random() < TODAY:
        ages.append(timedelta(minutes=chance.randint(60, 85)))
    ages.sort(reverse=True)
    running = chance.random() < RUNNING
    for number, age in enumerate(ages, start=1):
        shape = chance.choices(list(SHAPES), list(SHAPES.values()))[0]
        last = running and number == len(ages)
        patience = None
        if last or chance.random() < GIVEN_UP:
            patience = chance.randint(5, 120)
        yield Plan(now - age, shape, patience, running=last)


def _attempts(now: datetime, chance: Random) -> Iterator[Plan]:
    """Some of the last days' challenges, of those that have closed."""
    for challenge in days.closed(now.date()):
        hours = timedelta(hours=24 * chance.random())
        if chance.random() < TURNOUT:
            yield Plan(midnight(challenge.day) + hours, CLASSIC, None, False, challenge)


def _write(player: User, game: Played, plan: Plan) -> None:
    packed, full = pack(game.moves), SEGMENT_MOVES * MOVE_BYTES
    behind = len(game.moves) // SEGMENT_MOVES
    Game.objects.create(
        id=game.id,
        player=player,
        shape=plan.shape,
        kind=Game.Kind.DAILY if plan.challenge else Game.Kind.RANKED,
        challenge=plan.challenge,
        status=_status(game, plan),
        cells=game.position.cells,
        score=game.position.score,
        ply=game.position.ply,
        tail=packed[behind * full :],
        seed=game.seed,
        client_seed=game.client_seed,
        won_at_ply=game.position.won_at_ply,
        **_times(game, plan),
    )
    Segment.objects.bulk_create(
        Segment(game_id=game.id, number=number, moves=packed[number * full : (number + 1) * full])
        for number in range(behind)
    )
    bests.record_best(game_id=game.id)


def _status(game: Played, plan: Plan) -> Game.Status:
    if game.position.over:
        return Game.Status.OVER
    if not plan.running:
        return Game.Status.GIVEN_UP
    just_won = game.position.won_at_ply == len(game.moves)
    return Game.Status.WON if just_won else Game.Status.PLAYING


def _times(game: Played, plan: Plan) -> dict[str, datetime]:
    """As the think times have it, from the start on."""
    thinks = [timedelta(milliseconds=move.think_ms) for move in game.moves]
    moved_at = plan.at + sum(thinks, timedelta())
    times = {
        "created_at": plan.at - timedelta(seconds=1),
        "started_at": plan.at,
        "first_moved_at": plan.at + thinks[0],
        "moved_at": moved_at,
    }
    if game.position.won_at_ply:
        times["won_at"] = plan.at + sum(thinks[: game.position.won_at_ply], timedelta())
    if game.position.over or not plan.running:
        ended_at = moved_at if game.position.over else moved_at + TO_GIVE_UP
        times |= {"ended_at": ended_at, "settled_at": ended_at}
    return times
