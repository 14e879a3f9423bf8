"""Addresses that take more than a name: where a shape is played."""

from django.urls import reverse

CLASSIC = "4x4"  # played at the front door


def play_page(shape: str, *, beat: str | None = None) -> str:
    """The page that plays a shape; `beat` is a finished game whose score it holds up."""
    query = {"beat": beat} if beat else None
    if shape == CLASSIC:
        return reverse("play", query=query)
    return reverse("play_shape", args=[shape], query=query)
