"""The server is killed, stopped, or loses its database: what was told is on disk, nothing twice."""

import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from websockets.exceptions import ConnectionClosed

from accounts.models import User
from games.models import Game
from games.rules import record
from games.rules.board import SHAPES, Direction
from games.rules.position import Position
from tests.games.live.cast import browser, member, moves_of, running
from tests.site import Screen, Site, Visitor

pytestmark = pytest.mark.django_db(transaction=True)
PLAYERS = 8


@pytest.fixture
def mortal(site: Site) -> Iterator[Site]:
    """The running site, which comes back after whatever the test does to it."""
    yield site
    if site.process is None or site.process.poll() is not None:
        site.start()


class Playing(threading.Thread):
    """Somebody who plays until the line breaks; `told` is the last that was acknowledged."""

    def __init__(self, screen: Screen) -> None:
        super().__init__(daemon=True)
        self.screen = screen
        self.told = screen.hear()
        self.asked = 0  # letters of the request that was under way
        self.end: list[Any] = []

    def run(self) -> None:
        try:
            while True:
                self.asked = 4
                answer = self.screen.move(self.told["ply"], "LDRU")
                if answer["t"] == "moved":
                    self.told, self.asked = answer, 0
                if answer["t"] == "closing":
                    self.end.append(answer)
                    self.screen.hear()
                time.sleep(0.2)
        except (ConnectionClosed, OSError) as error:
            self.end.append(error)


def play_on(site: Site, mina: User) -> tuple[list[Game], list[Playing]]:
    """Several games of one player, all moving at once."""
    visitor = browser(site, mina)
    games = [running(mina, "2 . . . . / " * 4 + "2 . . . .") for _ in range(PLAYERS)]
    started = {game.pk: Position.start(SHAPES["5x5"], game.tiles).cells for game in games}
    for game in games:  # as a start would have placed them, so that records hold
        Game.objects.filter(pk=game.pk).update(cells=started[game.pk])
    players = [Playing(visitor.open(game.pk)) for game in games]
    for player in players:
        player.start()
    return games, players


def check(game: Game, player: Playing) -> None:
    """The row stands at what was told, or one whole request further; and it is its own replay."""
    row = Game.objects.get(pk=game.pk)
    assert player.told["ply"] <= row.ply <= player.told["ply"] + player.asked
    letters = moves_of(row)
    assert len(letters) == row.ply
    position = Position.start(SHAPES["5x5"], game.tiles)
    for letter in letters:
        pushed = position.push(Direction(letter), game.tiles)
        assert pushed is not None
        position = pushed[0]
    assert (position.cells, position.score) == (bytes(row.cells), row.score)


def test_a_server_that_is_killed_loses_nothing_it_has_told(mortal: Site) -> None:
    mina = member()
    games, players = play_on(mortal, mina)
    time.sleep(1.5)
    mortal.stop(signal.SIGKILL)
    for player in players:
        player.join(timeout=20)
    for game, player in zip(games, players, strict=True):
        assert player.told["ply"] > 0
        check(game, player)
    mortal.start()
    visitor = browser(mortal, mina)
    for game, player in zip(games, players, strict=True):
        screen = visitor.open(game.pk)
        state = screen.hear()
        if state["ply"] == player.told["ply"]:
            assert state["board"] == player.told["board"]
        assert screen.move(state["ply"], "LDRU")["t"] == "moved"
        screen.close()
    finish(visitor, games[0])


def finish(visitor: Visitor, game: Game) -> None:
    """Give up: the record holds from its first move."""
    assert visitor.post(f"/api/games/{game.pk}/give-up/")[0] == 200
    _, kept = visitor.get(f"/api/games/{game.pk}/")
    assert record.verify(kept).ply == len(kept["moves"])


def test_a_server_that_is_stopped_says_so_and_finishes_what_it_began(mortal: Site) -> None:
    games, players = play_on(mortal, member())
    watcher = Visitor(mortal).open(games[0].pk)
    watcher.hear()
    time.sleep(1)
    began = time.monotonic()
    assert mortal.stop(signal.SIGTERM) == 0
    assert time.monotonic() - began < 6
    for game, player in zip(games, players, strict=True):
        player.join(timeout=20)
        check(game, player)
        assert player.screen.close_code() == 1012
        assert player.end[0] == {"t": "closing", "why": "restart"} or player.asked
    assert watcher.hear_a("closing") == {"t": "closing", "why": "restart"}
    assert watcher.close_code() == 1012


def test_sockets_go_on_when_the_database_ends_their_sessions(site: Site) -> None:
    games, players = play_on(site, member())
    with connection.cursor() as cursor:
        ended = 0
        for _ in range(4):
            time.sleep(0.4)
            cursor.execute(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            ended += cursor.fetchone()[0]
    assert ended >= 4
    before = [player.told["ply"] for player in players]
    time.sleep(1.5)
    for game, player, ply in zip(games, players, before, strict=True):
        assert player.told["ply"] > ply  # on the same socket
        assert not player.end
        player.screen.socket.socket.shutdown(2)
        player.join(timeout=20)
        check(game, player)


def test_a_session_that_ends_ends_its_socket(site: Site) -> None:
    """Within 30 seconds, by the real clock: a sweep comes every ten."""
    mina, otter = member(), member("otter")
    hers, his = browser(site, mina), browser(site, otter)
    screens = [hers.open(running(mina).pk), his.open(running(otter).pk)]
    for screen in screens:
        screen.hear()
    User.objects.filter(pk=mina.pk).update(is_active=False)
    assert screens[0].hear_a("refused", timeout_s=30)["code"] == "session_ended"
    assert screens[0].close_code() == 4401
    assert screens[1].ask({"t": "ping", "n": 1}) == {"t": "pong", "n": 1}
    refused = hers.open(running(mina).pk)
    assert refused.hear()["you"] == "watcher"
