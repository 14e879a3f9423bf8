"""One socket on one game, of its player or of somebody who watches.

The row is the truth and this holds a copy of it. A move goes push → journal → answer → hint; it
is told to nobody before it is on disk.
"""

import asyncio
import time
from contextlib import suppress
from typing import Any

from games import bests, errors, metrics, play, watching
from games.live import broadcast, messages
from games.live.audience import Audience
from games.live.journal import Write
from games.live.loader import Reader, Seat, Want
from games.live.moves import Pushed, Standing, push_all, write_of
from games.live.process import Process
from games.live.socket import Socket
from games.live.threads import in_thread, last_word
from games.models import Game


class GameConsumer(Socket):
    """`/ws/games/<id>/`. The role comes from the session or the token: the game's player plays,
    all others watch."""

    seat: Seat
    standing: Standing

    def __init__(self) -> None:
        """Knows its game once it is open."""
        super().__init__()
        self.process = Process.here()
        self.is_player = False
        self.told = (-1, "")  # ply and status as this screen knows them
        self.counted = 0  # watchers, as this screen knows
        self.moved_at = 0.0  # by the monotonic clock
        self._fresh = False  # whether the copy is still as good as the row, as far as we know
        self._saving: asyncio.Task[None] | None = None
        self._last: tuple[messages.Move, str] | None = None
        self._moved = False
        self._knows_end = False
        self._audience: Audience | None = None  # of those who watch

    # --- coming and going ------------------------------------------------------------------------
    async def opened(self) -> None:
        """Load, join, and tell where the game stands."""
        await self._load()
        self.process.join(self)
        if self.is_player:
            await broadcast.join(self.game_id, self.channel_name)
        else:
            self._audience = self.process.audience(self.game_id)
            await self._audience.join(self)
        await self.tell_state()

    async def left(self) -> None:
        """A running game counts on the boards from when its player left it."""
        if not self.process.leave(self):
            return
        try:
            await self._turn()
        finally:
            if self._audience:
                await self._audience.leave(self)
            else:
                await broadcast.leave(self.game_id, self.channel_name)
        if self._moved:
            with suppress(errors.NotSaved):  # it counts when the game ends, at the latest
                await in_thread(bests.record_best, self.game_id)

    async def go_away(self) -> None:
        """The server restarts: finish what is under way first."""
        await self._turn()
        await super().go_away()

    async def end_session(self) -> None:
        """Signed out, banned, given another password, or the token revoked since it opened."""
        await self.refuse(self._ending())

    # --- what comes in ---------------------------------------------------------------------------
    async def heard(self, message: messages.Incoming) -> None:
        """A ping never waits for a commit; all that touches the game waits for its turn."""
        match message:
            case messages.Ping(n=n):
                await self.say(messages.encode({"t": "pong", "n": n}))
            case messages.Seen(ply=ply):
                if ply <= self.told[0]:  # nobody has read what was not sent yet
                    self.has_read()
            case messages.State():
                await self._turn()
                await self._load()
                await self.tell_state()
            case messages.Keep():
                await self._turn()
                await self._keep()
            case messages.Move():
                await self._turn()
                await self._move(message)

    async def _turn(self) -> None:
        """One request at a time."""
        if self._saving and not self._saving.done():
            await asyncio.wait([self._saving])

    async def _move(self, request: messages.Move) -> None:
        heard_at = time.monotonic()
        self._must_be_player()
        if self._last and self._last[0] == request:
            await self.say(self._last[1])  # doubled on its way: the same answer, one move
            return
        if not self._fresh:
            await self._load()
        refused = self._refusal(request)
        if refused:
            await self.refuse(refused, state=self.state())
            return
        self.has_read()
        before, game = self.standing, self.seat.game
        pushed = push_all(before.position, request.moves, request.ms, game.tiles)
        if pushed.steps:
            elapsed_ms = int((heard_at - self.moved_at) * 1000)
            after, write = write_of(before, pushed, elapsed_ms)
            self.moved_at = heard_at
            self._saving = asyncio.create_task(self._save(request, after, write, pushed))
        else:
            await self.say(_moved(before, before, pushed))

    def _refusal(self, request: messages.Move) -> errors.Refused | None:
        if request.ply != self.standing.position.ply:
            return errors.Stale()
        if self.standing.status is not Game.Status.PLAYING:
            return errors.NotPlaying()
        return None

    def _must_be_player(self) -> None:
        reader = self.seat.reader
        if not self.is_player or reader is None:
            raise errors.NotYours
        if not reader.may_play:
            raise errors.OutOfScope

    # --- what is written -------------------------------------------------------------------------
    async def _save(
        self, request: messages.Move, after: Standing, write: Write, pushed: Pushed
    ) -> None:
        """Journal first; only then the mover is answered, and the others get their hint."""
        before, self._fresh = self.standing, False
        try:
            if not await self.process.journal.write(write):
                await self._load()
                await self.refuse(errors.Stale(), state=self.state())
                return
        except errors.Refused as refused:  # whether it was written only the row can tell
            await self.refuse(refused)
            return
        self.standing, self._fresh, self._moved = after, True, True
        self.told = after.position.ply, after.status.value
        text = _moved(before, after, pushed)
        self._last = (request, text)
        await self.say(text)
        metrics.answer_seconds.observe(time.monotonic() - self.moved_at)
        await self._tell_others("game.moved", before=before.position.ply, text=text)
        if after.status is Game.Status.OVER:
            await self._settle()

    async def _settle(self) -> None:
        """The game's end, for everybody; what fails here is swept up later."""
        with suppress(errors.NotSaved):
            text = messages.ended(await in_thread(play.settle, self.game_id))
            await self.tell_end(text)
            await self._tell_others("game.ended", text=text)

    async def _keep(self) -> None:
        self._must_be_player()
        await in_thread(play.keep_playing, self.game_id)
        await self._load()
        await self.tell_state()
        await self._tell_others("game.changed")

    # --- what others did -------------------------------------------------------------------------
    async def _tell_others(self, kind: str, **event: Any) -> None:
        event |= {"type": kind, "by": self.channel_name, "told": self.told}
        await broadcast.tell(self.game_id, event, besides=1)

    async def game_moved(self, event: dict[str, Any]) -> None:
        """Another screen moved. Pass it on where it follows what this one knows."""
        if event["by"] == self.channel_name or event["told"][0] <= self.told[0]:
            return
        self._fresh = False
        if event["before"] == self.told[0]:
            await self.follow(tuple(event["told"]), event["text"])
        else:
            await self.catch_up()

    async def follow(self, told: tuple[int, str], text: str) -> None:
        """What follows all that this screen knows."""
        self.told, self._fresh = told, False
        await self.say(text)

    async def game_ended(self, event: dict[str, Any]) -> None:
        """The game was settled."""
        await self.tell_end(event["text"])

    async def game_changed(self, event: dict[str, Any]) -> None:
        """Given up, or played on after the win."""
        if event.get("by") != self.channel_name:  # the API has no channel
            await self.catch_up()

    async def catch_up(self) -> None:
        """A hint was missed or cannot be used: the row knows."""
        await self._turn()
        try:
            await self._load()
        except errors.Refused as refused:
            await self.refuse(refused)
        else:
            await self.tell_state()

    @property
    def is_told_with_others(self) -> bool:
        """Whether it watches: then its audience looks after it."""
        return self._audience is not None

    def missed(self, stood: tuple[int, str] | None) -> bool:
        """Whether the row was past what this screen knows when it stood there, a moment ago; None
        for a game that is gone. What was saved and told since then is nothing missed."""
        if self._saving and not self._saving.done():
            return False
        return stood is None or (stood != self.told and stood[0] >= self.told[0])

    async def count(self, watchers: int) -> None:
        """So many watch now. Programs that play have no use for it; and who has not read for a
        while is not told, so that nobody is closed for what nobody asked for."""
        is_program = self.credential is not None and self.credential.token is not None
        if (self.is_player and is_program) or not self.reads:
            return
        self.counted = watchers
        await self.say(messages.watchers(watchers))

    # --- the copy --------------------------------------------------------------------------------
    @property
    def game_id(self) -> str:
        """As in the address."""
        return str(self.scope["url_route"]["kwargs"]["game_id"])

    async def _load(self) -> None:
        """Take a new copy; raises NoSuchGame, NoSpectators, Sealed, SessionEnded, BadToken, Busy
        or NotSaved."""
        seat, is_player = await self._look()
        if seat.game.ply < self.told[0]:  # read before a move that was saved and told meanwhile
            if self.standing.position.ply == self.told[0]:
                return
            seat, is_player = await self._look()
        self.seat, self.standing = seat, Standing.of(seat.game)
        self.is_player, self._fresh, self._last = is_player, True, None
        self.moved_at = time.monotonic() - seat.still_ms / 1000

    async def _look(self) -> tuple[Seat, bool]:
        """The row as it is now, and whether its player asks."""
        seat = await self.process.loader.load(Want(self.game_id, self.credential))
        if self.has_lost(seat.reader):
            raise self._ending()
        is_player = seat.reader is not None and seat.reader.user_id == seat.game.player_id
        if seat.game.status == Game.Status.PREPARED and not is_player:
            raise errors.NoSuchGame  # nothing to see before it starts
        if not is_player:
            watching.refuse(seat.game)
        return seat, is_player

    def has_lost(self, reader: Reader | None) -> bool:
        """Whether what this socket showed is good no longer, `reader` being whom it stands for
        now. A token has to exist; to watch, a session need not."""
        if self.credential and self.credential.token:
            return reader is None
        return self.is_player and (reader is None or reader.user_id != self.seat.game.player_id)

    def _ending(self) -> errors.Refused:
        is_program = self.credential is not None and self.credential.token is not None
        return errors.BadToken() if is_program else errors.SessionEnded()

    def state(self) -> dict[str, Any]:
        """The message of where the copy stands."""
        game, position = self.seat.game, self.standing.position
        game.cells, game.score, game.ply = position.cells, position.score, position.ply
        game.status = self.standing.status
        you = "player" if self.is_player else "watcher"
        return messages.state(game, best=self.seat.best, you=you)

    async def tell_state(self) -> None:
        """Say where the game stands; the last word on it too, where it has been spoken."""
        self.told = self.standing.position.ply, self.standing.status.value
        await self.say(messages.encode(self.state()))
        if self.seat.game.settled_at:
            with suppress(errors.NotSaved):
                await self.tell_end(await last_word(self.game_id))

    async def show(self, seat: Seat, text: str, end: str | None) -> None:
        """The same to one who watches, from a copy that was read and written for all of them."""
        if seat.game.ply < self.told[0]:
            return
        self.seat, self.standing, self._fresh = seat, Standing.of(seat.game), True
        self.told = self.standing.position.ply, self.standing.status.value
        await self.say(text)
        if end is not None:
            await self.tell_end(end)

    async def tell_end(self, text: str) -> None:
        """Once, whoever brings it."""
        if not self._knows_end:
            self._knows_end = True
            await self.say(text)


def _moved(before: Standing, after: Standing, pushed: Pushed) -> str:
    return messages.moved(before.position, after.position, pushed.steps, after.status)
