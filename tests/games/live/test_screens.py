"""Several screens on one game: the player's others, and those of people who watch."""

import time
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from accounts.models import User
from games.models import Game
from tests.games.live.cast import ONE_BEFORE_THE_WIN, ROOMY, browser, member, moves_kept, running
from tests.site import Screen, Site, Visitor

OFTEN = 20  # a median of so many is not at the mercy of one slow moment of the machine


def median_ms(times: list[float]) -> float:
    return sorted(times)[len(times) // 2] * 1000


def open_all(game_id: str, *visitors: Visitor) -> list[Screen]:
    """A screen of each, past its first message."""
    screens = [visitor.open(game_id) for visitor in visitors]
    for screen in screens:
        assert screen.hear()["t"] == "state"
    return screens


@pytest.mark.parametrize(("other", "limit_ms"), [("mina", 500), ("otter", 300), (None, 300)])
def test_a_move_is_seen_on_other_screens_at_once(
    site: Site, other: str | None, limit_ms: int
) -> None:
    mina = member()
    people = {"mina": mina, "otter": member("otter")}
    game = running(mina, ROOMY)
    there = browser(site, people[other]) if other else Visitor(site)
    mover, watcher = open_all(game.pk, browser(site, mina), there)
    ply, waits = 0, []
    for _ in range(OFTEN):
        told = mover.move(ply, "LDRU")
        began = time.monotonic()
        assert watcher.hear() == told
        waits.append(time.monotonic() - began)
        ply = told["ply"]
        time.sleep(0.1)
    assert median_ms(waits) < limit_ms / 5
    assert max(waits) * 1000 < limit_ms


def test_another_screen_of_the_player_goes_on_where_the_first_stopped(site: Site) -> None:
    mina = member()
    game = running(mina)
    desk, phone = open_all(game.pk, browser(site, mina), browser(site, mina))
    told = desk.move(0, "RD")
    assert phone.hear() == told
    told = phone.move(told["ply"], "LU")
    assert told["t"] == "moved"
    assert desk.hear() == told
    assert len(moves_kept(game.pk)) == told["ply"]


def test_of_two_screens_that_move_at_once_one_wins_and_nothing_forks(site: Site) -> None:
    mina = member()
    game = running(mina, ROOMY)
    screens = open_all(game.pk, browser(site, mina), browser(site, mina))
    ply = 0
    for letters in ["LD", "RU", "LU", "RD"] * 4:
        for screen in screens:
            screen.say({"t": "move", "ply": ply, "moves": letters + "LDRU", "ms": [7] * 6})
        said = [answer_to_move(screen) for screen in screens]
        codes = sorted(answer.get("code", "moved") for answer in said)
        assert codes == ["moved", "stale"]
        moved, refused = sorted(said, key=lambda answer: "code" in answer)
        state = refused["state"]
        assert (state["ply"], state["board"]) == (moved["ply"], moved["board"])
        ply = moved["ply"]
        time.sleep(0.4)  # fourteen credits a round
    assert Game.objects.get(pk=game.pk).ply == len(moves_kept(game.pk)) == ply


def answer_to_move(screen: Screen) -> dict[str, Any]:
    """A refusal, or else the move; the loser may hear of the winner's on either side of it."""
    screen.say({"t": "state"})  # waits for its turn
    heard = [screen.hear()]
    while heard[-1]["t"] != "state":
        heard.append(screen.hear())
    return next((message for message in heard if message["t"] == "refused"), heard[0])


def test_a_screen_that_is_behind_is_refused_and_shown_the_board(site: Site) -> None:
    mina = member()
    game = running(mina)
    visitor = browser(site, mina)
    [screen] = open_all(game.pk, visitor)
    told = screen.move(0, "RD")
    for ply in (0, told["ply"] - 1, told["ply"] + 1, 2**31 - 1):
        refused = screen.move(ply, "L")
        assert (refused["t"], refused["code"]) == ("refused", "stale")
        assert refused["text"]
        assert refused["state"]["board"] == told["board"]
    assert len(moves_kept(game.pk)) == told["ply"]


@pytest.mark.parametrize("name", ["otter", None])
def test_who_watches_cannot_touch_the_game(site: Site, name: str | None) -> None:
    mina = member()
    game = running(mina, ONE_BEFORE_THE_WIN)
    visitor = browser(site, member(name)) if name else Visitor(site)
    watcher = visitor.open(game.pk)
    state = watcher.hear()
    assert (state["you"], state["player"], state["ply"]) == ("watcher", "mina", 0)
    assert watcher.move(0, "L")["code"] == "not_yours"
    assert watcher.ask({"t": "keep"})["code"] == "not_yours"
    [player] = open_all(game.pk, browser(site, mina))
    assert player.move(0, "L")["status"] == "won"
    assert watcher.hear()["status"] == "won"
    watcher.say({"t": "keep"})
    assert watcher.hear_a("refused")["code"] == "not_yours"  # a sweep may tell the state before
    assert watcher.ask({"t": "state"})["status"] == "won"
    status, refused = visitor.post(f"/api/games/{game.pk}/give-up/")
    assert (status, refused["code"]) == (403, "not_yours")
    assert Game.objects.get(pk=game.pk).status == "won"


def test_a_prepared_game_is_nobody_elses_to_see(site: Site) -> None:
    mina = browser(site, member())
    _, prepared = mina.post("/api/games/", {"shape": "4x4"})
    for visitor in (Visitor(site), browser(site, member("otter"))):
        screen = visitor.open(prepared["id"])
        assert screen.hear()["code"] == "no_such_game"
        assert screen.close_code() == 4404
        status, refused = visitor.get(f"/api/games/{prepared['id']}/")
        assert (status, refused["code"]) == (404, "no_such_game")


def test_a_guest_has_no_name_for_others(site: Site) -> None:
    guest = member("guest-0a1b2c3d", is_guest=True)
    game = running(guest)
    assert Visitor(site).open(game.pk).hear()["player"] is None
    state = browser(site, guest).open(game.pk).hear()
    assert (state["player"], state["you"]) == (None, "player")


def test_a_closed_account_is_named_no_longer(site: Site) -> None:
    mina = member()
    game = running(mina)
    assert Visitor(site).open(game.pk).hear()["player"] == "mina"
    User.objects.filter(pk=mina.pk).update(is_active=False)
    assert Visitor(site).open(game.pk).hear()["player"] is None
    assert b"mina" not in Visitor(site).page(f"/en/games/{game.pk}/")[1]


def test_the_player_hears_nothing_of_those_who_come_and_go(site: Site) -> None:
    mina = member()
    game = running(mina)
    [player] = open_all(game.pk, browser(site, mina))
    for _ in range(3):
        open_all(game.pk, Visitor(site))[0].close()
    assert player.ask({"t": "ping", "n": 1}) == {"t": "pong", "n": 1}


def test_a_watcher_that_never_says_seen_is_closed(site: Site) -> None:
    mina = member()
    game = running(mina, ROOMY)
    visitor = browser(site, mina)
    reader, sleeper = open_all(game.pk, Visitor(site), Visitor(site))
    ply, heard = 0, 0
    while heard < 80:
        [screen] = open_all(game.pk, visitor)
        for _ in range(20):
            told = screen.move(ply, "LDRU"[heard % 4])
            if told["steps"]:
                assert reader.hear() == told
                ply, heard = told["ply"], heard + 1
                if heard % 32 == 0:
                    reader.say({"t": "seen", "ply": ply})
            else:
                ply = screen.move(ply, "LDRU")["ply"]
                assert reader.hear()["ply"] == ply
                heard += 1
        screen.close()
    assert sleeper.close_code() == 4408
    assert reader.ask({"t": "state"})["ply"] == ply


def test_seen_counts_only_for_what_was_sent(site: Site) -> None:
    mina = member()
    game = running(mina)
    [liar] = open_all(game.pk, Visitor(site))
    with suppress(ConnectionClosed):
        for n in range(70):
            liar.say({"t": "seen", "ply": 2**31 - 1})
            liar.say({"t": "ping", "n": n})
            time.sleep(0.02)
    assert liar.close_code() == 4408
