"""The site as its users have it: a server process, cookies, and real sockets."""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from http.cookiejar import Cookie, CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.db import connection
from websockets.sync.client import ClientConnection, connect

CHECKOUT = Path(__file__).resolve().parent.parent
START_S = 60.0


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def database_url() -> str:
    """The database that this process uses, for another one."""
    at = connection.settings_dict
    who = f"{quote(at['USER'])}:{quote(at['PASSWORD'])}@"
    return f"postgres://{who}{quote(at['HOST'], safe='')}:{at['PORT'] or 5432}/{at['NAME']}"


class Site:
    """`make play` without the make: start it, kill it, start it again on the same port."""

    def __init__(self, *, log: Path, **environment: str) -> None:
        """Nothing runs yet."""
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._environment = {"DATABASE_URL": database_url(), "PORT": str(self.port), **environment}
        self._log = log
        self.command: tuple[str, ...] = ("config.play",)  # the module to run, and its arguments
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns once it serves."""
        before = self.log_text().count("Kashi is on")
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *self.command],
                cwd=CHECKOUT,
                env=os.environ | self._environment,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + START_S
        while self.log_text().count("Kashi is on") == before:
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"the site did not start: {self.log_text()[-2000:]}")
            time.sleep(0.02)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; the exit code."""
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.wait(timeout=20)

    def log_text(self) -> str:
        """All that the server has said."""
        return self._log.read_text() if self._log.exists() else ""


class Visitor:
    """A browser without a screen: keeps cookies, plays by API and socket."""

    def __init__(self, site: Site) -> None:
        """Nobody yet; with the token that forms need."""
        self.site = site
        self.jar = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.set_cookie("csrftoken", secrets.token_hex(16))

    def set_cookie(self, name: str, value: str) -> None:
        """As if the site had set it."""
        where = ("127.0.0.1", False, False, "/", True)
        self.jar.set_cookie(
            Cookie(0, name, value, None, False, *where, False, None, True, None, None, {})
        )

    def cookie(self, name: str) -> str:
        """Its value, or nothing."""
        return next((str(cookie.value) for cookie in self.jar if cookie.name == name), "")

    def get(self, path: str) -> tuple[int, Any]:
        """Status and JSON."""
        return self._open(urllib.request.Request(self.site.address + path))

    def page(self, path: str) -> tuple[int, bytes]:
        """Status and body, as they come."""
        try:
            with self._opener.open(self.site.address + path, timeout=20) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    def post(self, path: str, body: object = None, method: str = "POST") -> tuple[int, Any]:
        """Status and JSON."""
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.cookie("csrftoken")}
        data = b"" if body is None else json.dumps(body).encode()
        address = self.site.address + path
        return self._open(urllib.request.Request(address, data, headers, method=method))

    def _open(self, request: urllib.request.Request) -> tuple[int, Any]:
        try:
            with self._opener.open(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def begin(self, shape: str = "4x4") -> str:
        """Start a game; its id."""
        status, game = self.post("/api/games/", {"shape": shape})
        assert status == 201, game
        path = f"/api/games/{game['id']}/start/"
        status, state = self.post(path, {"client_seed": secrets.token_hex(16)})
        assert status == 200, state
        return str(game["id"])

    def open(self, game_id: str, query: str = "", **options: Any) -> "Screen":
        """A socket on a game."""
        return self.open_at(f"/ws/games/{game_id}/{query}", **options)

    def open_at(self, path: str, **options: Any) -> "Screen":
        """A socket on anything."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)
        options = {"origin": self.site.address, "max_size": None} | options
        headers = {"Cookie": cookies}
        address = f"ws://127.0.0.1:{self.site.port}{path}"
        line = connect(address, additional_headers=headers, **options)
        return Screen(line.__enter__())  # left by `close`, at the latest with the process


class Screen:
    """One open socket: JSON both ways."""

    def __init__(self, socket: ClientConnection) -> None:
        """Nothing is read yet."""
        self.socket = socket

    def hear(self, timeout_s: float = 10) -> dict[str, Any]:
        """The next message, passing over how many watch; raises TimeoutError, or ConnectionClosed
        with its code."""
        while (message := self._next(timeout_s))["t"] == "watchers":
            pass
        return message

    def hear_a(self, kind: str, timeout_s: float = 10) -> dict[str, Any]:
        """The next message of a kind, passing over others."""
        while (message := self._next(timeout_s))["t"] != kind:
            pass
        return message

    def _next(self, timeout_s: float) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=timeout_s))
        return message

    def say(self, message: object) -> None:
        """Send a message, or a text as it is."""
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def ask(self, message: object) -> dict[str, Any]:
        """Send, and hear the answer."""
        self.say(message)
        return self.hear()

    def move(self, ply: int, moves: str, **more: Any) -> dict[str, Any]:
        """Ask for moves."""
        return self.ask({"t": "move", "ply": ply, "moves": moves, **more})

    def play(self, state: dict[str, Any], moves: int) -> dict[str, Any]:
        """Make so many moves, or all until the game takes no more; the last message of a move."""
        made = 0
        while made < moves and state["status"] == "playing":
            answer = self.move(state["ply"], "LDRU"[: moves - made])
            if answer["t"] == "refused" and answer["code"] == "too_fast":
                time.sleep(0.5)
                continue
            assert answer["t"] == "moved", answer
            state, made = answer, made + len(answer["steps"])
        return state

    def close_code(self, timeout_s: float = 10) -> int:
        """Read to the end: the code it was closed with."""
        until = time.monotonic() + timeout_s
        while self.socket.close_code is None:
            if time.monotonic() > until:
                raise TimeoutError
            try:
                self.hear(timeout_s)
            except (EOFError, OSError):
                break
            except Exception as closed:  # websockets' own classes of closing
                if "ConnectionClosed" not in type(closed).__name__:
                    raise
                break
        code = self.socket.close_code
        assert code is not None
        return code

    def close(self) -> None:
        """Leave."""
        self.socket.close()
