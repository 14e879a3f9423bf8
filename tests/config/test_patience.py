"""Whoever gets no answer is told so, and in words that they read."""

import asyncio
import json
from typing import Any

import pytest

from config import patience
from config.patience import Patience

Said = list[dict[str, Any]]


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "WAIT_S", 0.05)


def asked(path: str, language: str = "") -> dict[str, Any]:
    headers = [(b"accept-language", language.encode())] if language else []
    return {"method": "GET", "path": path, "query_string": b"", "headers": headers}


class Silent:
    """A site that says nothing, or only its first word, until it is let go on."""

    def __init__(self, *, first_word: bool = False) -> None:
        self.first_word, self.go_on = first_word, asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        start = {"type": "http.response.start", "status": 200, "headers": []}
        if self.first_word:
            await send(start)
        await self.go_on.wait()
        if not self.first_word:
            await send(start)
        await send({"type": "http.response.body", "body": b"late"})


async def ask(site: Any, scope: dict[str, Any]) -> Said:
    said: Said = []

    async def send(message: dict[str, Any]) -> None:
        await asyncio.sleep(0)
        said.append(message)

    await Patience(site)(scope, None, send)
    return said


@pytest.mark.parametrize(
    ("path", "language", "sentence"),
    [
        ("/en/leaderboards/4x4/", "fa", "Something broke here"),
        ("/fa/leaderboards/4x4/", "en", "چیزی اینجا خراب شد"),
        ("/admin/", "fa", "چیزی اینجا خراب شد"),
    ],
)
async def test_a_page_that_never_comes_says_so_in_the_readers_language(
    path: str, language: str, sentence: str
) -> None:
    start, body = await ask(Silent(), asked(path, language))
    assert start["status"] == 503
    assert dict(start["headers"])[b"retry-after"] == b"5"
    assert sentence in body["body"].decode()


async def test_the_api_says_it_with_its_code() -> None:
    start, body = await ask(Silent(), asked("/api/me/", "en"))
    assert start["status"] == 503
    told = json.loads(body["body"])
    assert told["code"] == "busy"
    assert told["detail"].startswith("The server is busy.")


async def test_what_comes_too_late_is_heard_by_nobody() -> None:
    site = Silent()
    said = await ask(site, asked("/en/"))
    site.go_on.set()
    await asyncio.sleep(0.05)
    assert len(said) == 2
    assert not patience._left


async def test_an_answer_that_has_begun_takes_its_time() -> None:
    site = Silent(first_word=True)
    asyncio.get_running_loop().call_later(0.2, site.go_on.set)
    start, body = await ask(site, asked("/en/"))
    assert (start["status"], body["body"]) == (200, b"late")


async def test_who_goes_away_takes_the_request_along() -> None:
    ended = asyncio.Event()

    async def site(scope: Any, receive: Any, send: Any) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.set()

    asking = asyncio.create_task(ask(site, asked("/en/")))
    await asyncio.sleep(0.01)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await asyncio.wait_for(ended.wait(), 1)
