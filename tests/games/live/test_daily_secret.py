"""Until the day of a daily challenge has closed its seed is nowhere, also when games of it have
ended; and what was played in them is for their players alone."""

import json

import pytest
from channels.db import database_sync_to_async

from games import play
from games.live.process import Process
from games.rules import record
from tests.games.daily_cast import attempt, close, day
from tests.games.live.cast import SEED, browser, member, session_of
from tests.games.live.lines import Line
from tests.games.live.test_secret import INSIDE, traces
from tests.site import Site, Visitor


def pages_of(game_id: str) -> list[str]:
    pages = [
        f"/{language}/{rest}"
        for language in ("en", "fa")
        for rest in ("daily/", "daily/archive/", f"daily/{day()}/", f"games/{game_id}/")
    ]
    pages += [f"/en/games/{game_id}/picture.png", f"/en/?beat={game_id}"]
    pages += [f"/en/daily/{day()}/compare/?game={game_id}&game={game_id}"]
    pages += ["/en/players/mina/", "/en/players/mina/games/", "/en/leaderboards/4x4/"]
    pages += [
        f"/api/games/{game_id}/",
        "/api/games/?player=mina",
        "/api/me/",
        "/api/me/games.jsonl",
    ]
    pages += ["/api/daily/", f"/api/daily/{day()}/", f"/api/daily/{day()}/around/?score=4"]
    pages += ["/admin/", "/admin/games/game/", f"/admin/games/game/{game_id}/change/"]
    return pages


def told(site: Site, game_id: str, *visitors: Visitor) -> dict[str, bytes]:
    """Everything that anybody can get to read."""
    said: dict[str, bytes] = {}
    for number, visitor in enumerate(visitors):
        for path in pages_of(game_id):
            status, said[f"{number} {path}"] = visitor.page(path)
            assert status < 500, path
        screen = visitor.open(game_id)
        heard = [screen.hear()]
        if heard[0]["t"] == "state":
            heard += [screen.ask(message) for message in ({"t": "state"}, {"t": "keep"})]
        said[f"{number} socket"] = json.dumps(heard).encode()
        screen.close()
        begun = visitor.post("/api/daily/games/", {"day": day().isoformat()})
        said[f"{number} begin"] = json.dumps(begun).encode()
        ended = visitor.post(f"/api/games/{game_id}/give-up/")
        said[f"{number} give up"] = json.dumps(ended).encode()
    return said


@pytest.mark.parametrize("ended", [False, True], ids=["running", "ended"])
def test_nothing_tells_the_seed_before_the_day_has_closed(site: Site, ended: bool) -> None:
    mina = member()
    staff = member("moderator", is_staff=True, is_superuser=True)
    game = attempt(mina, score=64, ply=0)
    if ended:
        play.give_up(player=mina, game_id=game.pk)
    already = len(site.log_text())
    hers = browser(site, mina)
    said = told(site, game.pk, hers, Visitor(site), browser(site, staff))
    said["log"] = site.log_text()[already:].encode()
    assert b"moderator" in said["2 /admin/"]
    for where, text in said.items():
        for form, trace in traces().items():
            assert trace not in text, f"{form} in {where}"
    assert b'"seed":null' in said[f"0 /api/games/{game.pk}/"].replace(b" ", b"")
    close(0)
    assert INSIDE.hex().encode() in hers.page(f"/api/games/{game.pk}/")[1]
    assert INSIDE.hex().encode() in hers.page(f"/en/daily/{day()}/")[1]


CELLS = bytes([7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1])  # a board to be searched for
BOARD = [[128, 64, 32, 16], [8, 4, 2, 0], [0, 0, 0, 0], [0, 0, 0, 2]]
FLAT = [tile for row in BOARD for tile in row]  # as the page of a replay has it


@pytest.mark.parametrize("ended", [False, True], ids=["running", "ended"])
def test_nobody_else_sees_a_board_or_a_move_before_the_day_has_closed(
    site: Site, ended: bool
) -> None:
    game = attempt(mina := member(), cells=CELLS, score=644, ply=9)
    if ended:
        play.give_up(player=mina, game_id=game.pk)
    stranger = browser(site, member("otter"))
    said = told(site, game.pk, stranger, browser(site, member("staff", is_staff=True)))
    assert json.loads(said["0 socket"])[0]["code"] == "sealed"
    status, page = stranger.page(f"/en/games/{game.pk}/")
    assert (status, b"644" in page) == (200, ended)
    for where, text in said.items():
        for board in (BOARD, FLAT):
            assert json.dumps(board).encode() not in text, where
            assert json.dumps(board).replace(" ", "").encode() not in text, where
        assert b'<i data-v="128"' not in text, where
    assert stranger.page(f"/en/games/{game.pk}/picture.png")[0] == 404
    close(0)
    shown = FLAT if ended else BOARD
    assert json.dumps(shown).encode() in stranger.page(f"/en/games/{game.pk}/")[1]


def test_a_watcher_is_closed_with_4403_and_the_player_plays_to_a_record_that_holds(
    site: Site,
) -> None:
    hers, stranger = browser(site, member()), Visitor(site)
    status, state = hers.post("/api/daily/games/", {"day": day().isoformat()})
    assert status == 201
    screen = stranger.open(state["id"])
    assert screen.hear()["code"] == "sealed"
    assert screen.close_code() == 4403
    screen = hers.open(state["id"])
    moved = screen.play(screen.hear(), 20)
    screen.close()
    assert hers.post(f"/api/games/{state['id']}/give-up/")[1]["seed"] is None
    close(0)
    kept = stranger.get(f"/api/games/{state['id']}/")[1]
    position = record.verify(kept)
    assert (position.ply, position.score) == (moved["ply"], moved["score"])


@pytest.mark.django_db(transaction=True)
async def test_a_day_that_closes_is_told_to_open_screens(process: Process) -> None:
    def cast() -> tuple[str, str]:
        mina = member()
        return attempt(mina, 2, score=8, ply=2).pk, session_of(mina)

    game_id, session = await database_sync_to_async(cast)()
    line = Line(game_id, session)
    assert (await line.open())["status"] == "playing"
    await process.sweep()
    state, ended = await line.hear(), await line.hear()
    assert (state["status"], ended["seed"]) == ("given_up", SEED.hex())
    assert ended["rank"] == 1
    await line.close()
