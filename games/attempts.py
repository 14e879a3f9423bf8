"""Attempts at the daily challenge: one an account and day, whatever is begun at once."""

from datetime import date

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from accounts.models import User
from games import daily, errors
from games.addresses import CLASSIC
from games.models import Challenge, Game
from games.rules.board import SHAPES
from games.rules.position import Position
from games.rules.tiles import NO_CLIENT_SEED


def find(*, player_id: int, day: date) -> Game | None:
    """The one that counts for somebody on a day."""
    own = Game.objects.filter(player=player_id, challenge=day, kind=Game.Kind.DAILY)
    return own.select_related("player", "challenge").first()


@transaction.atomic
def start(*, player: User, day: date) -> tuple[Game, bool]:
    """Somebody's attempt at a day's challenge, and whether it begins here: whoever asks again,
    on whatever device, gets the one there is. Raises NotToday, PeopleOnly."""
    player = User.objects.select_for_update(no_key=True).get(pk=player.pk)
    mine = find(player_id=player.pk, day=day)
    if mine:
        return mine, False
    if player.is_bot:
        raise errors.PeopleOnly
    if day != daily.today():
        raise errors.NotToday
    return begin(player, daily.find(day)), True


def begin(player: User, challenge: Challenge) -> Game:
    """The row of an attempt, with its opening tiles; of a second one the database takes none."""
    while True:
        game = Game(
            player=player,
            shape=CLASSIC,
            kind=Game.Kind.DAILY,
            status=Game.Status.PLAYING,
            seed=bytes(challenge.seed),
            client_seed=NO_CLIENT_SEED,
            challenge=challenge,
            started_at=Now(),
        )
        game.cells = Position.start(SHAPES[CLASSIC], game.tiles).cells
        try:
            with transaction.atomic():
                game.save(force_insert=True)
        except IntegrityError as error:
            if "one_daily_attempt" in str(error):
                raise
            continue  # the id is taken; the next one will not be
        return game


def bring_along(*, guest: User, user: User) -> None:
    """A guest's attempts are the account's from now on. Where it has its own, or is a bot, they
    are kept and count for nothing; the caller holds both players' rows."""
    brought = Game.objects.filter(player=guest, challenge__isnull=False)
    own = Game.objects.filter(player=user, challenge=OuterRef("challenge"), kind=Game.Kind.DAILY)
    (brought if user.is_bot else brought.filter(Exists(own))).update(kind=Game.Kind.EXTRA)
    brought.update(player=user)
