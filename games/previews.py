"""What a link to a result or to a challenge says of itself before anybody follows it: the words in
the language of the page, and what its picture shows."""

import hashlib
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language_bidi, ngettext
from django.utils.translation import gettext as _

from games.addresses import play_page
from games.pictures.card import HEIGHT, WIDTH, Card
from games.results import Result
from games.templatetags.kashi import digits, number, shape

LOOK = 1  # of the pictures: another number makes every kept copy an old one
ISOLATE, LEFT_TO_RIGHT, END = "\u2068", "\u2066", "\u2069"


@dataclass(frozen=True, slots=True)
class Preview:
    """The tags of a page; every address is absolute."""

    title: str
    description: str
    url: str
    picture: str
    alt: str
    width: int = WIDTH
    height: int = HEIGHT


def of_result(result: Result) -> Preview:
    """A finished game."""
    return Preview(
        title=_("%(score)s points by %(player)s") % _who(result),
        description=ngettext(
            "Largest tile %(tile)s after %(moves)s move on the %(shape)s board of 2048.",
            "Largest tile %(tile)s after %(moves)s moves on the %(shape)s board of 2048.",
            result.moves,
        )
        % _what(result),
        url=settings.SITE_URL + reverse("game", args=[result.game]),
        picture=settings.SITE_URL + reverse("picture", args=[result.game]),
        alt=_("The final board. Its largest tile is %(tile)s.") % _what(result),
    )


def of_challenge(result: Result) -> Preview:
    """An invitation to do better."""
    return Preview(
        title=_("Beat %(score)s points by %(player)s") % _who(result),
        description=_(
            "A challenge on the %(shape)s board of 2048. Play at once, no account needed."
        )
        % _what(result),
        url=settings.SITE_URL + play_page(result.shape, beat=result.game),
        picture=settings.SITE_URL + reverse("challenge_picture", args=[result.game]),
        alt=_("The final board. Its largest tile is %(tile)s.") % _what(result),
    )


def card(result: Result, *, challenge: bool) -> Card:
    """The picture of either."""
    moves = ngettext("%(moves)s move", "%(moves)s moves", result.moves) % _what(result)
    return Card(
        tiles=tuple(
            tuple((value, digits(value) if value else "") for value in row) for row in result.board
        ),
        brand=_("Kashi"),
        heading=_("Beat this score") if challenge else "",
        name=result.player or _("a guest"),
        score=number(result.score),
        points=_("points"),
        facts=_what(result)["shape"] if challenge else f"{_what(result)['shape']} · {moves}",
        rtl=get_language_bidi(),
    )


def tag(card: Card) -> str:
    """Tells this picture from any other, without drawing it."""
    return hashlib.sha256(f"{LOOK}{card!r}".encode()).hexdigest()[:32]


def _who(result: Result) -> dict[str, str]:
    """A name may be of the other script: it must not reorder the sentence."""
    player = result.player or _("a guest")
    return {"score": number(result.score), "player": f"{ISOLATE}{player}{END}"}


def _what(result: Result) -> dict[str, str]:
    return {
        "tile": digits(result.largest),
        "moves": number(result.moves),
        "shape": f"{LEFT_TO_RIGHT}{shape(result.shape)}{END}",
    }
