"""Every write to a game but its moves: prepare, start, keep playing, give up, settle, carry over.

Each is one transaction, safe to repeat, and conditional on where the row stands; so none of them
can run into a move that is being saved, on whatever machine.
"""

import secrets
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Greatest, Now

from accounts.models import User
from games import attempts, bests, daily, errors, figures
from games.models import ENDED, OPEN, Game
from games.ranking import Board, daily_board, rank_of
from games.rules.board import SHAPES
from games.rules.position import Position
from games.rules.tiles import CLIENT_SEED, SEED_BYTES

MOST_OPEN = 3  # of one player on one shape; a guest's games brought along may make it more
MOST_PREPARED = 3  # commitments that were shown and never used; older ones are forgotten


@dataclass(frozen=True, slots=True)
class Settled:
    """How a game ended: what may be told of it from now on. `rank` is the place that its score
    has, or would have, on the board of all time, or on that of its daily challenge; `seed` is None
    until the day of that has closed."""

    status: Game.Status
    seed: str | None
    score: int
    rank: int


@transaction.atomic
def prepare(*, player: User, shape: str) -> Game:
    """A game with its seed drawn and committed to; raises IllegalShape or TooManyOpen."""
    if shape not in SHAPES:
        raise errors.IllegalShape
    player = _lock(player)  # or a game that starts just now is taken for one never used
    _refuse_too_many(player, shape)
    unused = Game.objects.filter(
        player=player, shape=shape, ended_at=None, status=Game.Status.PREPARED
    )
    kept = unused.order_by("-created_at").values("pk")[: MOST_PREPARED - 1]
    unused.exclude(pk__in=list(kept.values_list("pk", flat=True))).delete()
    while True:
        game = Game(
            player=player, shape=shape, kind=_kind(player), seed=secrets.token_bytes(SEED_BYTES)
        )
        try:
            with transaction.atomic():
                game.save(force_insert=True)
        except IntegrityError:
            continue  # the id is taken; the next one will not be
        return game


@transaction.atomic
def start(*, player: User, game_id: str, client_seed: str) -> Game:
    """Add the player's part, place the opening tiles. Asked again with the same part it answers
    the same. Raises NoSuchGame, NotYours, BadClientSeed, AlreadyStarted or TooManyOpen."""
    if not CLIENT_SEED.fullmatch(client_seed):
        raise errors.BadClientSeed
    _lock(player)  # of two starts at once one waits
    game = _own(player, game_id).select_for_update(of=("self",)).get()
    if game.status != Game.Status.PREPARED:
        if game.client_seed == client_seed:
            return game
        raise errors.AlreadyStarted
    _refuse_too_many(player, game.shape)
    game.client_seed = client_seed
    game.cells = Position.start(SHAPES[game.shape], game.tiles).cells
    Game.objects.filter(pk=game.pk).update(
        client_seed=client_seed,
        cells=game.cells,
        status=Game.Status.PLAYING,
        started_at=_not_before("created_at"),
    )
    game.status = Game.Status.PLAYING
    return game


def keep_playing(*, game_id: str) -> None:
    """Answer the banner; raises NotWon where none waits."""
    won = Game.objects.filter(pk=game_id, status=Game.Status.WON)
    if not won.update(status=Game.Status.PLAYING):
        raise errors.NotWon


def give_up(*, player: User, game_id: str) -> Settled:
    """End a running game as it stands. Asked again it answers the same. Raises NoSuchGame,
    NotYours or NotPlaying."""
    _own(player, game_id).get()
    running = Game.objects.filter(pk=game_id, status__in=OPEN)
    running.update(status=Game.Status.GIVEN_UP, ended_at=_not_before("started_at", "moved_at"))
    return settle(game_id=game_id)


@transaction.atomic
def settle(*, game_id: str) -> Settled:
    """What the end of a game brings: bests now, and the seed public. Safe to repeat; raises
    NotPlaying for a game that has not ended."""
    bests.record_best(game_id=game_id)  # first, since it locks the player: bests.py says why
    game = Game.objects.select_for_update(of=("self",)).select_related("challenge").get(pk=game_id)
    if game.status not in ENDED:
        raise errors.NotPlaying
    if game.settled_at is None:
        Game.objects.filter(pk=game_id).update(settled_at=Now())
    return settled(game)


def settled(game: Game) -> Settled:
    """What may be told of a game that has ended."""
    seed = None if game.is_sealed else bytes(game.seed).hex()
    place = rank_of(_board(game), game.score)
    return Settled(status=Game.Status(game.status), seed=seed, score=game.score, rank=place)


def _board(game: Game) -> Board:
    """Where its score has a place, or would have one."""
    if game.challenge_id is not None:
        return daily_board(game.challenge_id)
    return Board(game.shape, bots=game.kind == Game.Kind.BOT)


def keep_days() -> list[str]:
    """Draw the daily challenges of the coming days, close the days that are over and settle what
    ended by it: the ids of those games."""
    daily.coming(daily.today())
    ended = daily.close_due()
    if ended:
        settle_left_behind()
    return ended


def settle_left_behind() -> dict[str, Settled]:
    """Settle what a process that died has left, by the games' ids."""
    left = Game.objects.filter(ended_at__isnull=False, settled_at__isnull=True)
    return {
        game_id: settle(game_id=game_id) for game_id in left.values_list("pk", flat=True)[:1000]
    }


def carry_over(*, guest: User, user: User) -> None:
    """A guest signed in to an account: their games, bests and figures are the account's from now
    on. Runs inside the transaction of the signal `guest_joins`."""
    user = _lock(user)  # or they begin an attempt at today's challenge while the guest's is brought
    attempts.bring_along(guest=guest, user=user)
    Game.objects.filter(player=guest).update(player=user, kind=_kind(user))
    bests.move_bests(from_player=guest.pk, to_player=user.pk)  # locks both: figures need it, too
    figures.move(from_player=guest.pk, to_player=user.pk)


@transaction.atomic
def become_bot(*, player: User) -> None:
    """Make an account a bot, for good: from now on it plays among bots. Safe to repeat; raises
    HasPlayed once it has a game, since no game moves from the boards of people to those of bots,
    and NotAllowed for a guest."""
    player = _lock(player)
    if player.is_bot:
        return
    if player.is_guest:
        raise errors.NotAllowed
    if player.games.exists():
        raise errors.HasPlayed
    User.objects.filter(pk=player.pk).update(is_bot=True)


def open_games(*, player: User, shape: str) -> QuerySet[Game]:
    """The player's running games on a shape, the one moved last first; a daily challenge is played
    at a place of its own."""
    running = Game.objects.filter(
        player=player, shape=shape, ended_at=None, status__in=OPEN, challenge=None
    )
    return running.order_by(F("moved_at").desc(nulls_last=True), "-started_at").select_related(
        "player"
    )


def _not_before(*columns: str) -> Greatest:
    """Now, unless the clock was set back meanwhile."""
    return Greatest(Now(), *columns)


def _kind(player: User) -> Game.Kind:
    return Game.Kind.BOT if player.is_bot else Game.Kind.RANKED


def _lock(player: User) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=player.pk)


def _own(player: User, game_id: str) -> QuerySet[Game]:
    owner = Game.objects.filter(pk=game_id).values_list("player_id", flat=True).first()
    if owner is None:
        raise errors.NoSuchGame
    if owner != player.pk:
        raise errors.NotYours
    return Game.objects.filter(pk=game_id).select_related("player")


def _refuse_too_many(player: User, shape: str) -> None:
    if open_games(player=player, shape=shape).count() >= MOST_OPEN:
        raise errors.TooManyOpen
