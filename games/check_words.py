"""The sentences of the card that says what was checked of a game."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def check_words() -> dict[str, str]:
    """Each by the key that frontend/static/js/check.js asks for: the codes of the verifier's
    `Broken`, and what goes around them. {Names in braces} are filled in by the browser."""
    return _frame() | _of_the_promise() | _of_the_game() | _of_the_claims()


def _frame() -> dict[str, str]:
    return {
        "running": _("Checking…"),
        "done": _("All of it holds: {moves} moves, {points} points."),
        "all_tiles": _("All {n} tiles follow from the seed"),
        "all_moves": _("All {n} moves and the score follow the rules"),
        "nobodys_part": _(
            "The tiles of the day are the same for everybody; no player’s own part goes in"
        ),
        "row_held": pgettext("check", "holds"),
        "row_broken": pgettext("check", "does not hold"),
        "row_open": pgettext("check", "not checked yet"),
        "unreachable": _("The record could not be fetched. Check the connection and try again."),
        "missing": _("There is no record of this game any more."),
        "no_record": _("This is not a record of a game: it cannot be read as JSON."),
        "many": _(
            "This is a file of many games. Check it on your computer: "
            "python3 kashi_verify.py GAMES.jsonl.gz"
        ),
        "no_worker": _(
            "This browser could not run the check. The programs below do the same on your computer."
        ),
        "U": pgettext("direction", "Up"),
        "R": pgettext("direction", "Right"),
        "D": pgettext("direction", "Down"),
        "L": pgettext("direction", "Left"),
    }


def _of_the_promise() -> dict[str, str]:
    no_game = _("This is not the record of a game that can be checked here.")
    return {
        "record": no_game,
        "scheme": no_game,
        "game_id": no_game,
        "shape": no_game,
        "no_seed": _("The seed is published when the game has ended. Then it can be checked."),
        "seed": _("What the record gives as the seed is not one."),
        "commitment": _(
            "The seed is not the one that the commitment in the record sealed. "
            "Nothing that follows from it can be trusted."
        ),
        "client_seed": _("The player’s own part is missing, or is not as it has to be."),
    }


def _of_the_game() -> dict[str, str]:
    return {
        "moves": _("The record holds no moves."),
        "letter": _("Move {move} is none of the four directions."),
        "idle": _(
            "Move {move} ({direction}) changes nothing on the board as the seed and the moves "
            "before it leave it. Nothing after it was checked."
        ),
        "ended": _("Move {move} ({direction}) comes after the end of the game."),
        "times": _("The record does not hold one time for each move."),
        "think_ms": _(
            "The time before move {move} is not a number of milliseconds from 0 to 524,224."
        ),
    }


def _of_the_claims() -> dict[str, str]:
    return {
        "board": _("After move {move} the board is another one than the record claims."),
        "score": _("After move {move} the score is another one than the record claims."),
        "largest": _("After move {move} the largest tile is another one than the record claims."),
        "won_at_move": _("The game was not won with the move that the record claims."),
        "over": _("After move {move} the record is wrong about whether a move is left."),
    }
