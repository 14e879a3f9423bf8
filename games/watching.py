"""Which games others may see before their end."""

from games.errors import NoSpectators, Refused, Sealed
from games.models import OPEN, Game

# Which of some games may be shown to those who look for one to watch: those that `reason_against`
# has nothing to say of, and no moderator has hidden. Asked every second, so not by the ORM.
LISTED = """
SELECT game.id FROM games_game game JOIN accounts_user player ON player.id = game.player_id
LEFT JOIN games_challenge challenge ON challenge.day = game.challenge_id
WHERE game.id = ANY(%s) AND game.status IN ('playing', 'won') AND NOT game.hidden
  AND player.is_active AND player.watchable
  AND (challenge.day IS NULL OR challenge.closed_at IS NOT NULL)"""


def reason_against(game: Game) -> Refused | None:
    """Why only its player is to see a game as it stands: it is sealed, so that who watched one
    would know which tiles come, or it still runs and they play without spectators."""
    if game.is_sealed:
        return Sealed()
    if game.status in OPEN and not game.player.watchable:
        return NoSpectators()
    return None


def refuse(game: Game) -> None:
    """Raises Sealed or NoSpectators where there is a reason against it."""
    if refused := reason_against(game):
        raise refused
