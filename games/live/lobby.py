"""The socket of those who look for a game to watch: `/ws/watch/`."""

from urllib.parse import parse_qs

from games import errors
from games.live import messages
from games.live.process import Process
from games.live.socket import Socket
from games.rules.board import SHAPES
from games.showing import MOST, Wish

YES_NO = {"1": True, "true": True, "0": False, "false": False}


class Lobby(Socket):
    """The best games of this moment, at first and whenever something in them has changed. Anybody
    may look, and there is nothing to do here."""

    decode = staticmethod(messages.decode_for_lobby)

    def __init__(self) -> None:
        """Knows what is wished once it is open."""
        super().__init__()
        self.reporter = Process.here().reporter
        self.wish = Wish()
        self.shown = ""

    async def opened(self) -> None:
        """Tell what there is."""
        self.wish = wish_of(self.scope["query_string"])
        await self._check_token()
        self.reporter.viewers.add(self)
        self.reporter.wake()
        await self.reporter.look()
        await self.show(self.reporter.text(self.wish))

    async def left(self) -> None:
        """No more of it."""
        self.reporter.viewers.discard(self)

    async def heard(self, message: messages.Incoming) -> None:
        """There is not much to say."""
        match message:
            case messages.Ping(n=n):
                await self.say(messages.encode({"t": "pong", "n": n}))
            case messages.Read(n=n):
                if n <= self.reporter.beats:  # nobody has read what was not sent yet
                    self.has_read()

    async def show(self, text: str) -> None:
        """All that there is to see now."""
        self.shown = text
        await self.say(text)

    async def _check_token(self) -> None:
        """Who comes from no page has shown one, and it has to exist."""
        if self.credential and self.credential.token:
            readers = await Process.here().loader.readers([self.credential])
            if self.credential not in readers:
                raise errors.BadToken


def wish_of(query: bytes) -> Wish:
    """What an address asks for; raises IllegalShape or Malformed."""
    asked = {name: texts[-1] for name, texts in parse_qs(query.decode("latin-1")).items()}
    shape = asked.get("shape")
    if shape is not None and shape not in SHAPES:
        raise errors.IllegalShape
    bots, most = YES_NO.get(asked.get("bots", "0")), asked.get("limit", str(MOST))
    if bots is None or not (most.isascii() and most.isdigit() and 1 <= int(most[:3]) <= MOST):
        raise errors.Malformed
    return Wish(shape, bots, int(most))
