"""Addresses that take more than a name: where a shape is played, and where any game is."""

from django.urls import reverse

from games.models import ID_LENGTH

CLASSIC = "4x4"  # played at the front door
_SOME_ID = "0" * ID_LENGTH  # where an address has to be made before there is a game


def game_page() -> str:
    """The page of a game, for scripts: `ID` stands where its id goes."""
    return reverse("game", args=[_SOME_ID]).replace(_SOME_ID, "ID")


def play_page(shape: str, *, beat: str | None = None) -> str:
    """The page that plays a shape; `beat` is a finished game whose score it holds up."""
    query = {"beat": beat} if beat else None
    if shape == CLASSIC:
        return reverse("play", query=query)
    return reverse("play_shape", args=[shape], query=query)
