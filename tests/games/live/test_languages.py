"""In which language a socket, or whoever is refused at the door, is spoken to."""

import pytest

from games.live.languages import wished


@pytest.mark.parametrize(
    ("query", "headers", "language"),
    [
        (b"lang=fa", {b"accept-language": b"en"}, "fa"),
        (b"", {b"cookie": b"a=b; django_language=fa", b"accept-language": b"en"}, "fa"),
        (b"", {b"accept-language": b"de, fa-IR;q=0.8, en"}, "fa"),
        (b"lang=xx", {b"accept-language": b"\xff"}, "en"),
        (b"", {}, "en"),
    ],
)
def test_the_address_comes_before_the_cookie_and_the_cookie_before_the_browser(
    query: bytes, headers: dict[bytes, bytes], language: str
) -> None:
    assert wished(query, headers) == language
