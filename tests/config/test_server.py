"""What the server does for every site behind it, seen from outside with a site of a few lines."""

import json
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.config.server_user import CHECKOUT
from tests.config.tiny_site import MUCH
from tests.site import free_port


class TinySite:
    """tests/config/tiny_site.py as a process."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.port = free_port()
        self.host = f"[{host}]" if ":" in host else host
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.config.tiny_site", host, str(self.port)],
            cwd=CHECKOUT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        assert self.process.stdout.readline() == "ready\n"

    def get(self, path: str, **headers: str) -> dict[str, Any]:
        address = f"http://{self.host}:{self.port}{path}"
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    @contextmanager
    def open(self, **headers: str) -> Iterator[ClientConnection]:
        with connect(f"ws://127.0.0.1:{self.port}/", additional_headers=headers) as line:
            assert line.recv() == "root_path="
            yield line

    def send_raw(self, request: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as line:
            line.sendall(request)
            return line.recv(100)

    def end(self) -> tuple[int, str]:
        """Exit code and what was said on standard error, once it has done what a signal began."""
        _, said = self.process.communicate(timeout=20)
        return self.process.returncode, said


@pytest.fixture(scope="module")
def tiny() -> Iterator[TinySite]:
    """One for all tests that let it live: nothing that they do may leave a word in its log."""
    site = TinySite()
    yield site
    site.process.terminate()
    assert site.end() == (0, "")


@pytest.fixture
def mortal() -> Iterator[TinySite]:
    """One for a test that ends it."""
    site = TinySite()
    yield site
    site.process.kill()
    site.process.communicate()


def close_code(line: ClientConnection) -> int | None:
    with pytest.raises(ConnectionClosed) as closed:
        line.recv(timeout=10)
    return closed.value.rcvd.code if closed.value.rcvd else None


def test_what_a_slow_line_does_not_take_at_once_comes_whole_and_in_order(tiny: TinySite) -> None:
    with tiny.open() as line:
        line.send("much")
        time.sleep(0.3)
        for number in range(MUCH):
            assert line.recv() == f"{number} " * 600
        assert line.recv() == "much"


def test_a_site_listens_where_it_is_told() -> None:
    site = TinySite("::1")
    assert site.get("/")["root_path"] == ""
    with pytest.raises(ConnectionRefusedError):
        site.send_raw(b"GET / HTTP/1.1\r\n\r\n")  # to 127.0.0.1
    site.process.terminate()
    assert site.end() == (0, "")


def test_a_frame_over_four_kib_is_closed_with_1009(tiny: TinySite) -> None:
    with tiny.open() as line:
        line.send("x" * 4096)
        assert len(line.recv()) == 4096

        line.send("x" * 4097)

        assert close_code(line) == 1009


def test_a_socket_that_sends_more_than_is_taken_is_closed_with_1008(tiny: TinySite) -> None:
    with tiny.open() as line:
        line.send("sleep")
        for _ in range(300):
            line.send("more")

        assert close_code(line) == 1008


def test_nobody_but_a_proxy_may_say_under_which_path_we_are(tiny: TinySite) -> None:
    evil = {"Daphne-Root-Path": "/evil"}

    assert tiny.get("/", **evil)["root_path"] == ""
    with tiny.open(**evil) as line:  # which also tells the path
        line.send("hello")
        assert line.recv() == "hello"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_sockets_with_1012_and_lets_requests_finish(
    mortal: TinySite, number: signal.Signals
) -> None:
    answers: list[dict[str, Any]] = []
    request = threading.Thread(target=lambda: answers.append(mortal.get("/slow")))
    with mortal.open() as line:
        request.start()
        time.sleep(0.3)

        mortal.process.send_signal(number)

        assert line.recv(timeout=5) == "closing"
        assert close_code(line) == 1012
    request.join()
    assert len(answers) == 1
    assert mortal.end() == (0, "")


def test_a_second_signal_ends_at_once(mortal: TinySite) -> None:
    with mortal.open() as line:
        line.send("sleep")
        before = time.monotonic()

        mortal.process.terminate()
        assert line.recv(timeout=5) == "closing"  # so the first has been heard
        mortal.process.terminate()

    assert mortal.end()[0] == -signal.SIGTERM
    assert time.monotonic() - before < 3


UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"G\xffT / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        UPGRADE + b"Sec-WebSocket-Protocol: \xff\r\n\r\n",
        UPGRADE + b"Origin: \xff\r\n\r\n",
    ],
)
def test_a_broken_request_is_refused(tiny: TinySite, request_bytes: bytes) -> None:
    assert b" 400 " in tiny.send_raw(request_bytes)


def test_a_refusal_has_the_words_of_its_status(tiny: TinySite) -> None:
    said = tiny.send_raw(b"GET /busy HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 429 Too Many Requests\r\n")


def test_clients_that_hang_up_early_cost_the_others_nothing(tiny: TinySite) -> None:
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", tiny.port)) as line:
            line.sendall(UPGRADE + b"\r\n")

    assert tiny.get("/")["root_path"] == ""


def test_a_socket_that_is_gone_is_gone_from_memory_at_once(mortal: TinySite) -> None:
    for _ in range(20):
        with mortal.open():
            pass
    until = time.monotonic() + 5
    while mortal.get("/")["alive"] and time.monotonic() < until:
        time.sleep(0.1)
    assert mortal.get("/")["alive"] == 0


@pytest.mark.parametrize(
    "head",
    [b"Content-Length: 1000000000000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n200000\r\n"],
    ids=["declared", "in chunks"],
)
def test_a_body_that_nothing_here_takes_is_refused_before_it_has_come(
    tiny: TinySite, head: bytes
) -> None:
    request = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: fa-IR, en\r\n" + head
    with socket.create_connection(("127.0.0.1", tiny.port), timeout=10) as line:
        line.sendall(request)
        answer = b""
        for _ in range(40):  # less than was announced, and more than is taken
            try:
                line.sendall(b"x" * 50_000)
            except OSError:  # it is closed already
                break
            line.settimeout(0.05)
            try:
                answer += line.recv(1000)
            except TimeoutError:
                continue
            break
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert json.loads(answer.partition(b"\r\n\r\n")[2]) == {
        "code": "too_large",
        "detail": "این درخواست بیش از حد بزرگ است. چیزی تغییر نکرد.",
    }
    assert tiny.get("/") is not None


def test_a_body_that_comes_in_chunks_has_a_length_for_the_site(tiny: TinySite) -> None:
    chunks = b"5\r\nhello\r\n0\r\n\r\n"
    head = b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(("127.0.0.1", tiny.port), timeout=10) as line:
        line.sendall(head + chunks)
        with line.makefile("rb") as answer:
            said = answer.read()
    assert b'"content-length"' in said
    assert b'"transfer-encoding"' not in said
