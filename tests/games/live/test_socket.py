"""The door and the manners of a socket, over the real wire."""

import secrets
import time
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from games.models import Game
from tests.games.live.cast import ROOMY, browser, member, moves_kept, running
from tests.games.live.frames import MALFORMED, UNKNOWN, move
from tests.site import Screen, Site, Visitor

FRESH = 50  # frames that a new socket takes and may leave unread


def refused_origin(site: Site, origin: str | None) -> str:
    """Knock with an origin; what the log says of it."""
    already = len(site.log_text())
    with pytest.raises(InvalidStatus, match=r"HTTP 40[03]"):
        Visitor(site).open(running(member()).pk, origin=origin)
    return site.log_text()[already:]


@pytest.mark.parametrize(
    "origin",
    [
        *(None, "null", "http://127.0.0.1", "http://localhost", "http://127.0.0.1:1"),
        *("https://127.0.0.1:{port}", "ws://127.0.0.1:{port}", "http://127.0.0.1:{port}/"),
        *("http://evil.example", "http://evil.example:{port}", "HTTP://127.0.0.1:{port}"),
        "http://127.0.0.1:{port}@evil.example",
    ],
)
def test_pages_of_other_sites_are_refused_and_logged(site: Site, origin: str | None) -> None:
    given = None if origin is None else origin.format(port=site.port)
    assert f"its origin is {given or ''!r}" in refused_origin(site, given)


@pytest.mark.parametrize("origin", ["", "127.0.0.1:{port}", "http://127.0.0.1:{port}.evil.example"])
def test_what_is_no_origin_is_refused(site: Site, origin: str) -> None:
    refused_origin(site, origin.format(port=site.port))


def test_both_names_of_ones_own_machine_are_the_site(site: Site) -> None:
    game = running(member())
    for host in ("127.0.0.1", "localhost"):
        screen = Visitor(site).open(game.pk, origin=f"http://{host}:{site.port}")
        assert screen.hear()["t"] == "state"


@pytest.mark.parametrize("game_id", ["00000000", "short", "far-too-long-for-an-id", "%00%00", "🙂"])
def test_a_game_that_does_not_exist_closes_with_a_code(site: Site, game_id: str) -> None:
    screen = Visitor(site).open(game_id)
    refused = screen.hear()
    assert (refused["t"], refused["code"]) == ("refused", "no_such_game")
    assert screen.close_code() == 4404


def test_any_other_address_closes_with_a_code(site: Site) -> None:
    running(member())
    for path in ("", "../../", "../../admin/", "a/b/c/", "?x=y"):
        screen = Visitor(site).open(path)
        assert screen.hear()["code"] == "no_such_game"
        assert screen.close_code() == 4404


@pytest.mark.parametrize(
    "key", ['"\\000abcdefgh"', "x" * 4000, "\xff\xfe", "a;b", '"', "sessionid=sessionid", "0" * 32]
)
def test_a_session_that_is_none_watches_and_harms_nobody(site: Site, key: str) -> None:
    """A NUL once failed the query of everybody who opened a socket at the same moment."""
    mina = member()
    game = running(mina)
    visitor = Visitor(site)
    visitor.set_cookie("sessionid", key)
    screens = [visitor.open(game.pk), browser(site, mina).open(game.pk), visitor.open(game.pk)]
    assert [screen.hear()["you"] for screen in screens] == ["watcher", "player", "watcher"]
    assert visitor.get("/api/me/")[0] == 200


def chunks(frames: list[str | bytes]) -> list[list[str | bytes]]:
    return [frames[start : start + FRESH] for start in range(0, len(frames), FRESH)]


def random_frames(count: int) -> list[str | bytes]:
    chance = secrets.SystemRandom()
    parts = ['{"t":', '"move"', '"ping"', ',"ply":', ',"n":', ',"moves":', "0", "-1", "1e9", '"L"']
    parts += ["}", "[", "]", "null", "{", '"', "\\", "\0", "é", "9" * 50, "LDRU", ",", ":", " "]
    texts: list[str | bytes] = [
        "".join(chance.choices(parts, k=chance.randint(1, 12))) + "!" for _ in range(count)
    ]
    return texts + [chance.randbytes(chance.randint(0, 200)) for _ in range(count // 4)]


def test_frames_that_mean_nothing_change_nothing(site: Site) -> None:
    mina = member()
    game = running(mina)
    visitor = browser(site, mina)
    frames: list[tuple[str, list[str | bytes]]] = [
        ("malformed", list(MALFORMED.values())),
        ("unknown_type", list(UNKNOWN)),
        ("malformed", random_frames(240)),
    ]
    for code, group in frames:
        for chunk in chunks(group):
            screen = visitor.open(game.pk)
            assert screen.hear()["ply"] == 0
            for frame in chunk:
                answer = screen.ask(frame)
                assert (answer["t"], answer["code"]) == ("refused", code), frame
                assert answer["text"]
            screen.close()
    assert moves_kept(game.pk) == ""
    row = Game.objects.get(pk=game.pk)
    assert (bytes(row.cells), row.score, row.status) == (game.cells, 0, "playing")


@pytest.mark.parametrize("size", [4097, 5000, 70_000, 2_000_000])
def test_a_frame_that_is_too_large_closes_with_a_code(site: Site, size: int) -> None:
    mina = member()
    game = running(mina)
    for frame in ("x" * size, b"\0" * size):
        screen = browser(site, mina).open(game.pk)
        screen.hear()
        screen.say(frame)
        assert screen.close_code() == 1009


def test_a_frame_of_4_kib_is_read(site: Site) -> None:
    screen = Visitor(site).open(running(member()).pk)
    screen.hear()
    text = move(ply=0)
    assert screen.ask(text + " " * (4096 - len(text)))["code"] == "not_yours"


def test_text_that_is_not_utf_8_closes_with_a_code(site: Site) -> None:
    screen = Visitor(site).open(running(member()).pk)
    screen.hear()
    screen.socket.send(b"\xff\xfe", text=True)
    assert screen.close_code() == 1007


def test_sentences_come_in_the_language_of_the_page(site: Site) -> None:
    game = running(member())
    texts = {}
    for query, cookie in [
        ("", ""),
        ("?lang=en", "fa"),
        ("?lang=fa", ""),
        ("", "fa"),
        ("?lang=xx", ""),
    ]:
        visitor = Visitor(site)
        if cookie:
            visitor.set_cookie("django_language", cookie)
        screen = visitor.open(game.pk, query)
        screen.hear()
        texts[query, cookie] = screen.move(0, "L")["text"]
    english = {texts["", ""], texts["?lang=en", "fa"], texts["?lang=xx", ""]}
    assert english == {"This game belongs to somebody else. You can watch it."}
    assert texts["?lang=fa", ""] == texts["", "fa"]


def answered(screen: Screen, count: int) -> list[float]:
    """How long a socket waits for its answers, one after the other."""
    waits = []
    for n in range(count):
        began = time.monotonic()
        assert screen.ask({"t": "ping", "n": n})["n"] == n
        waits.append(time.monotonic() - began)
        time.sleep(0.01)
    return waits


@pytest.mark.parametrize(
    "frame",
    [move(), '{"t":"ping","n":1}', "x", '{"t":"state"}', "x" * 4000],
    ids=["moves", "pings", "rubbish", "states", "large rubbish"],
)
def test_a_flood_is_closed_and_costs_nobody_else_anything(site: Site, frame: str) -> None:
    mina, otter = member(), member("otter")
    game, other = running(mina), running(otter)
    calm = browser(site, otter).open(other.pk)
    flood = browser(site, mina).open(game.pk)
    calm.hear()
    with suppress(ConnectionClosed):
        for _ in range(200):
            flood.say(frame)
    waits = answered(calm, 20)
    assert flood.close_code() in (4408, 1008)
    assert sorted(waits)[len(waits) // 2] < 0.1
    assert max(waits) < 1
    assert calm.move(0, "LDRU")["t"] == "moved"
    assert len(moves_kept(game.pk)) == Game.objects.get(pk=game.pk).ply


def test_who_is_too_fast_is_told_and_goes_on_after_a_moment(site: Site) -> None:
    mina = member()
    game = running(mina, ROOMY)
    screen = browser(site, mina).open(game.pk)
    screen.hear()
    ply = screen.move(0, "LDRU" * 30)["ply"]
    refused = screen.move(ply, "LDRU" * 30)
    assert (refused["t"], refused["code"]) == ("refused", "too_fast")
    time.sleep(0.5)
    assert screen.move(ply, "LDRU")["ply"] > ply


def test_thirty_keys_in_600_ms_are_not_too_fast(site: Site) -> None:
    mina = member()
    game = running(mina)
    screen = browser(site, mina).open(game.pk)
    ply = screen.hear()["ply"]
    for key in "LDRU" * 7 + "LD":
        answer = screen.move(ply, key)
        assert answer["t"] == "moved"
        ply = answer["ply"]
        time.sleep(0.015)


def test_a_flood_of_long_moves_is_closed_as_well(site: Site) -> None:
    mina = member()
    screen = browser(site, mina).open(running(mina).pk)
    with suppress(ConnectionClosed):
        for _ in range(60):
            screen.say(move(ply=1_000_000, moves="L" * 128))
    assert screen.close_code() == 4408
