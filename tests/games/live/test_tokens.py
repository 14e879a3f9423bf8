"""Programs on the socket: a token instead of a session, and no page that they come from."""

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.utils import timezone

from accounts import tokens
from accounts.models import Token, User
from games.live.process import Process
from games.models import Game
from tests.games.live.cast import member, running, session_of
from tests.games.live.lines import Line

pytestmark = pytest.mark.django_db(transaction=True)
READ, PLAY = Token.Scope.READ, Token.Scope.PLAY


@pytest.fixture
def mina(transactional_db: None) -> User:
    return member()


@pytest.fixture
def game(mina: User) -> Game:
    return running(mina)


@pytest.fixture
def token(mina: User) -> str:
    return tokens.make(mina, name="bot", scopes=[READ, PLAY])[1]


async def test_a_program_with_a_token_plays(process: Process, game: Game, token: str) -> None:
    line = Line(game.pk, token=token)
    assert (await line.open())["you"] == "player"
    assert (await line.ask({"t": "move", "ply": 0, "moves": "LDRU"}))["t"] == "moved"
    await process.sweep()
    assert await line.nothing()
    await line.close()


async def test_opening_a_socket_is_a_use_of_the_token(
    process: Process, game: Game, token: str
) -> None:
    line = Line(game.pk, token=token)
    await line.open()
    [kept] = await database_sync_to_async(lambda: list(Token.objects.all()))()
    assert kept.used_on == timezone.now().date()
    await line.close()


async def test_a_token_that_only_reads_cannot_move(
    process: Process, mina: User, game: Game
) -> None:
    make = database_sync_to_async(tokens.make)
    _, token = await make(mina, name="clock", scopes=[READ])
    line = Line(game.pk, token=token)
    await line.open()
    for message in ({"t": "move", "ply": 0, "moves": "L"}, {"t": "keep"}):
        assert (await line.ask(message))["code"] == "out_of_scope"
    assert (await line.ask({"t": "state"}))["ply"] == 0
    await line.close()


async def test_a_token_watches_the_games_of_others(process: Process, token: str) -> None:
    theirs = await database_sync_to_async(lambda: running(member("otter")))()
    line = Line(theirs.pk, token=token)
    assert (await line.open())["you"] == "watcher"
    assert (await line.ask({"t": "move", "ply": 0, "moves": "L"}))["code"] == "not_yours"
    await line.close()


@pytest.mark.parametrize("ending", ["revoked", "deactivated"])
async def test_a_socket_closes_after_its_token_has_ended(
    process: Process, mina: User, game: Game, token: str, ending: str
) -> None:
    program, page = Line(game.pk, token=token), Line(game.pk)
    await program.open()
    await page.open()
    if ending == "revoked":
        await database_sync_to_async(Token.objects.all().delete)()
    else:
        await database_sync_to_async(User.objects.update)(is_active=False)
    await process.sweep()
    assert (await program.hear())["code"] == "bad_token"
    assert await program.close_code() == 4401
    assert await page.nothing()
    await program.close()
    await page.close()


async def test_revoking_one_token_leaves_sessions_and_other_tokens_alone(
    process: Process, mina: User, game: Game, token: str
) -> None:
    other, _ = await database_sync_to_async(tokens.make)(mina, name="other", scopes=[READ])
    session = await database_sync_to_async(session_of)(mina)
    program, page = Line(game.pk, token=token), Line(game.pk, session)
    await program.open()
    await page.open()
    await database_sync_to_async(other.delete)()
    await process.sweep()
    assert await program.nothing()
    assert await page.nothing()
    await program.close()
    await page.close()


async def test_a_token_that_does_not_exist_is_told_so(
    process: Process, mina: User, game: Game
) -> None:
    session = await database_sync_to_async(session_of)(mina)
    line = Line(game.pk, session, token="kashi_nobody")
    assert (await line.open())["code"] == "bad_token"
    assert await line.close_code() == 4401
    await line.close()


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
async def test_a_token_opens_no_socket_for_the_page_of_another_site(
    process: Process, game: Game, token: str, origin: str
) -> None:
    line = Line(game.pk, token=token, origin=origin)
    assert not await line.is_let_in()
    ours = Line(game.pk, token=token, origin=settings.SITE_ORIGINS[0])
    assert (await ours.open())["you"] == "player"
    await ours.close()
