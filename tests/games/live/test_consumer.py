"""One socket on one game, over the real wire."""

import json
import subprocess
import sys
import time

import pytest

from games.models import Game, Segment
from games.rules import record
from games.rules.board import SHAPES
from tests.games.live.cast import (
    ONE_BEFORE_THE_END,
    ONE_BEFORE_THE_WIN,
    WIN_AND_END,
    browser,
    member,
    moves_kept,
    running,
)
from tests.site import CHECKOUT, Site, Visitor

ALL_WAYS = "LDRU" * 32  # the longest request there is; a fresh socket has credits for one


def played_out(visitor: Visitor, game_id: str) -> dict[str, object]:
    """Play to the end, with a reload after each request; the last state."""
    while True:
        screen = visitor.open(game_id)
        state = screen.hear()
        if state["status"] == "won":
            state = screen.ask({"t": "keep"})
        if state["status"] == "playing":
            screen.move(state["ply"], ALL_WAYS)
        screen.close()
        if state["status"] == "over":
            return state


@pytest.mark.parametrize("shape", SHAPES)
def test_a_whole_game_is_decided_stored_and_proven(site: Site, shape: str) -> None:
    mina = browser(site, member())
    began = time.monotonic()
    game_id = mina.begin(shape)
    state = played_out(mina, game_id)
    took_ms = (time.monotonic() - began) * 1000
    status, kept = mina.get(f"/api/games/{game_id}/")
    assert status == 200
    position = record.verify(kept)  # from the seed alone, whatever the server says it was
    assert position.over
    assert (position.ply, position.score) == (state["ply"], state["score"])
    assert kept["board"] == state["board"]
    assert sum(kept["think_ms"]) <= took_ms + 64 * len(kept["think_ms"])
    assert Segment.objects.filter(game=game_id).count() == position.ply // 128
    proof = subprocess.run(
        [sys.executable, "manage.py", "verify", "-"],
        cwd=CHECKOUT,
        input=json.dumps(kept).encode(),
        capture_output=True,
        check=False,
    )
    assert proof.returncode == 0, proof.stdout
    assert f"{position.ply} moves" in proof.stdout.decode()


def test_a_game_of_several_segments_is_kept_move_by_move(site: Site) -> None:
    mina = browser(site, member())
    game_id = mina.begin("5x5")
    told: list[str] = []
    while len(told) <= 300:
        screen = mina.open(game_id)
        state = screen.hear()
        assert state["ply"] == len(told)
        assert state["status"] == "playing"
        steps = screen.move(state["ply"], ALL_WAYS)["steps"]
        told += [way for way, _, _ in steps]
        screen.close()
    assert moves_kept(game_id) == "".join(told)
    assert Segment.objects.filter(game=game_id).count() == len(told) // 128
    status, settled = mina.post(f"/api/games/{game_id}/give-up/")
    assert status == 200
    _, kept = mina.get(f"/api/games/{game_id}/")
    assert kept["seed"] == settled["seed"]
    assert record.verify(kept | {"over": False}).ply == len(told)


def test_a_request_whose_letters_change_nothing_costs_nothing(site: Site) -> None:
    mina = member()
    game = running(mina, "2 . . . / 4 . . . / 8 . . . / 16 . . .")
    screen = browser(site, mina).open(game.pk)
    before = screen.hear()
    answer = screen.move(0, "LLUD")
    assert answer == {
        "t": "moved",
        "from": 0,
        "steps": [],
        "ply": 0,
        "status": "playing",
        "score": 0,
        "board": before["board"],
    }
    assert screen.move(0, "R")["ply"] == 1
    assert moves_kept(game.pk) == "R"


def test_letters_that_change_nothing_are_skipped(site: Site) -> None:
    mina = member()
    game = running(mina, "2 4 8 . / . . . . / . . . . / . . . .")
    screen = browser(site, mina).open(game.pk)
    screen.hear()
    answer = screen.move(0, "UR", ms=[40, 60])
    assert [way for way, _, _ in answer["steps"]] == ["R"]
    assert moves_kept(game.pk) == "R"


def test_a_doubled_request_gets_the_same_answer_and_one_move(site: Site) -> None:
    mina = member()
    game = running(mina)
    screen = browser(site, mina).open(game.pk)
    screen.hear()
    request = {"t": "move", "ply": 0, "moves": "RD", "ms": [10, 20]}
    screen.say(request)
    screen.say(request)  # at once, while the first is on its way to the disk
    first, second = screen.hear(), screen.hear()
    assert first == second == screen.ask(request)
    assert moves_kept(game.pk) == "RD"


def test_a_request_sent_again_over_a_new_line_is_not_counted_twice(site: Site) -> None:
    """The socket is cut after the send: the first frame of the next one says what became of it."""
    mina = member()
    game = running(mina)
    visitor = browser(site, mina)
    for _ in range(10):
        screen = visitor.open(game.pk)
        ply = screen.hear()["ply"]
        screen.say({"t": "move", "ply": ply, "moves": "L"})
        screen.socket.socket.close()
        screen = visitor.open(game.pk)
        state = screen.hear()
        if state["ply"] == ply:
            again = screen.move(ply, "L")
            state = again.get("state", again)
        assert state["ply"] - ply in (0, 1)
        screen.close()
    assert len(moves_kept(game.pk)) == state["ply"]


def test_the_winning_merge_stops_a_request_and_the_banner_asks_once(site: Site) -> None:
    mina = member()
    game = running(mina, ONE_BEFORE_THE_WIN)
    visitor = browser(site, mina)
    screen = visitor.open(game.pk)
    screen.hear()
    won = screen.move(0, "LRDU")
    assert won["status"] == "won"
    assert [way for way, _, _ in won["steps"]] == ["L"]
    refused = screen.move(1, "R")
    assert (refused["t"], refused["code"]) == ("refused", "not_playing")
    assert refused["state"]["status"] == "won"

    reloaded = visitor.open(game.pk)
    assert reloaded.hear()["status"] == "won"
    state = reloaded.ask({"t": "keep"})
    assert (state["t"], state["status"], state["ply"]) == ("state", "playing", 1)
    assert screen.hear()["status"] == "playing"  # the other screen's banner goes as well
    assert reloaded.ask({"t": "keep"})["code"] == "not_won"

    on = reloaded.move(1, "RDLU" * 10)
    assert on["status"] == "playing"
    assert on["ply"] > 5
    assert visitor.open(game.pk).hear()["status"] == "playing"
    row = Game.objects.get(pk=game.pk)
    assert row.won_at_ply == 1
    assert row.won_at is not None


def test_a_win_that_leaves_no_move_is_the_end_as_well(site: Site) -> None:
    mina = member()
    game = running(mina, WIN_AND_END)
    screen = browser(site, mina).open(game.pk)
    screen.hear()
    assert screen.move(0, "L")["status"] == "over"
    assert screen.hear()["t"] == "ended"
    assert screen.ask({"t": "keep"})["code"] == "not_won"
    row = Game.objects.get(pk=game.pk)
    assert row.won_at_ply == 1
    assert row.settled_at is not None


def test_the_end_reveals_the_seed_and_takes_no_more_moves(site: Site) -> None:
    mina = member()
    game = running(mina, ONE_BEFORE_THE_END, score=100, ply=20)
    visitor = browser(site, mina)
    assert visitor.get(f"/api/games/{game.pk}/")[1]["seed"] is None
    screen = visitor.open(game.pk)
    screen.hear()
    last = screen.move(20, "LLLL")
    assert (last["status"], last["ply"], last["score"]) == ("over", 21, 104)
    seed = bytes(game.seed).hex()
    assert screen.hear() == {"t": "ended", "seed": seed, "score": 104, "rank": 1}
    assert screen.move(21, "L")["code"] == "not_playing"
    assert visitor.get(f"/api/games/{game.pk}/")[1]["seed"] == seed


def test_who_comes_after_the_end_hears_of_it_too(site: Site) -> None:
    mina = member()
    game = running(mina, ONE_BEFORE_THE_END)
    first = browser(site, mina).open(game.pk)
    first.hear()
    first.move(0, "L")
    ended = first.hear()
    late = Visitor(site).open(game.pk)
    assert late.hear()["status"] == "over"
    assert late.hear() == ended


def test_a_prepared_game_takes_no_moves(site: Site) -> None:
    mina = browser(site, member())
    _, prepared = mina.post("/api/games/", {"shape": "4x4"})
    screen = mina.open(prepared["id"])
    state = screen.hear()
    assert (state["status"], state["client_seed"], state["ply"]) == ("prepared", None, 0)
    assert screen.move(0, "L")["code"] == "not_playing"
    mina.post(f"/api/games/{prepared['id']}/start/", {"client_seed": "0" * 32})
    assert screen.hear()["status"] == "playing"
    assert screen.move(0, "LDRU")["t"] == "moved"


def test_giving_up_reaches_every_open_screen(site: Site) -> None:
    mina = member()
    game = running(mina)
    visitor, stranger = browser(site, mina), Visitor(site)
    screens = [visitor.open(game.pk), stranger.open(game.pk)]
    for screen in screens:
        screen.hear()
    screens[0].move(0, "RD")
    screens[1].hear()
    status, settled = visitor.post(f"/api/games/{game.pk}/give-up/")
    assert (status, settled["status"]) == (200, "given_up")
    for screen in screens:
        assert screen.hear()["status"] == "given_up"
        assert screen.hear() == {
            "t": "ended",
            "seed": settled["seed"],
            "score": settled["score"],
            "rank": settled["rank"],
        }
    assert screens[0].move(2, "L")["code"] == "not_playing"


def test_the_think_times_of_two_screens_are_not_counted_twice(site: Site) -> None:
    mina, began = member(), time.monotonic()
    game = running(mina)
    one, two = (browser(site, mina).open(game.pk) for _ in range(2))
    one.hear()
    ply = two.hear()["ply"]
    for screen, other in [(one, two), (two, one)] * 4:
        time.sleep(0.1)
        ply = screen.move(ply, "LDRU")["ply"]
        other.hear()
    took_ms = (time.monotonic() - began) * 1000
    _, kept = browser(site, mina).get(f"/api/games/{game.pk}/")
    assert 800 <= sum(kept["think_ms"]) <= took_ms
