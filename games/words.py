"""The sentences of a page that its scripts put together."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.errors import NoSpectators


def words() -> dict[str, str]:
    """Of the play page: each by the key that the scripts ask for, in the language of the page.

    {Names in braces} are filled in by the browser, in the digits of that language.
    """
    return {
        **_of_boards(),
        "saved": _("Saved · move {move}"),
        "saving": _("Saving…"),
        "lost": _("Line lost. Your moves up to {move} are safe; trying again…"),
        "away": _("You were away; this is the board now"),
        "won": _("You made {tile}. Enter keeps playing, N starts a new game."),
        "ended": _("Game over. {score} points."),
        "over": _("Game over"),
        "over_won": _("You won, and no move is left"),
        "given_up": _("Given up"),
        "place": _("Place {place} on the leaderboard of all time"),
        "settling": _("Your place is being worked out…"),
        "guest_place": _("Sign up and this is place {place} on the leaderboard of all time."),
        "place_after_sign_up": _("Sign up to put this score on the leaderboard."),
        "to_go": _("{points} points to go"),
        "level": _("Level with it"),
        "beaten": _("Beaten by {points} points"),
        **sharing_words(),
        "guest": _("a guest"),
        "place_you": _("You"),
        "place_best": _("Your best"),
        "place_next": _("{points} points to the next place"),
        "place_first": _("First place"),
        "place_alone": _("Nobody else is on this board yet."),
        "not_started": _(
            "The game could not be started. Your other games are safe. "
            "Check the connection and try again."
        ),
        "signed_out": _("You are signed out. Every saved move is safe; sign in to go on."),
        "no_spectators": str(NoSpectators.text),
        "watchers": _("{watchers} watching"),
        "no_watchers": _("Nobody is watching."),
        "spectators_on": _("Others may watch again."),
        "spectators_off": _(
            "Nobody can watch now. Your games can be looked at when they have ended."
        ),
        "not_changed": _("This could not be changed just now. Try again in a moment."),
        "no_such_game": _("This game does not exist any more. Your other games are safe."),
    }


def daily_words() -> dict[str, str]:
    """What is said otherwise, or besides, of an attempt at a daily challenge."""
    return {
        "won": _("You made {tile}. Enter keeps playing."),
        "place": _("Place {place} on the board of this day"),
        "guest_place": _("Sign up and this is place {place} on the board of this day."),
        "place_after_sign_up": _("Sign up to put this score on the board of this day."),
        "shared_title": _("Kashi, the daily challenge of {day}"),
        "shared_result": _("{score} points · largest tile {tile} · moves {moves}"),
        "shared_place": _("Place {place} so far"),
        "copied": _("Result copied"),
        "not_ended": _(
            "The attempt could not be ended. It stands as it was; "
            "check the connection and try again."
        ),
    }


def replay_words() -> dict[str, str]:
    """Of a replay."""
    return {
        **_of_boards(),
        "play": pgettext("replay", "Play"),
        "pause": pgettext("replay", "Pause"),
        "position": _("Move {move} of {moves}. {score} points, largest tile {tile}, {time}."),
        "unreachable": _(
            "The moves of this game could not be fetched. Check the connection and try again."
        ),
        "broken": _("The moves that are kept do not lead to this board, so it cannot be replayed."),
    }


def watch_words() -> dict[str, str]:
    """Of the page of games to watch, and of the one that is shown to who does not play."""
    return {
        "guest": _("a guest"),
        "watchers": _("{watchers} watching"),
    }


def sharing_words() -> dict[str, str]:
    """Of a game that is handed on."""
    return {
        "shared_game": _("{score} points in Kashi, the open home of 2048"),
        "shared_challenge": _("Can you beat {score} points in Kashi?"),
        "copied": _("Link copied"),
    }


def _of_boards() -> dict[str, str]:
    """What is told of cells and moves to whoever cannot see them."""
    return {
        "U": pgettext("direction", "Up"),
        "R": pgettext("direction", "Right"),
        "D": pgettext("direction", "Down"),
        "L": pgettext("direction", "Left"),
        "cell": _("row {row}, column {column}: {tile}"),
        "empty": pgettext("cell", "empty"),
        "merged": _("{tiles} merged, {points} points."),
        "spawned": _("New {tile} in row {row}, column {column}."),
    }
