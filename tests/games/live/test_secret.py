"""Before the end of a game its seed is nowhere: in no answer, page, admin screen or log line."""

import base64
import json

from accounts.models import User
from tests.games.live.cast import SEED, WIN_AND_END, browser, member, running
from tests.site import Site, Visitor

INSIDE = SEED[6:24]  # a part of it is as bad as all; a multiple of three for base64


def traces() -> dict[str, bytes]:
    """How the seed would look in whatever is written."""
    return {
        "raw": INSIDE,
        "hex": INSIDE.hex().encode(),
        "base64": base64.b64encode(INSIDE),
        "python": repr(INSIDE)[2:-1].encode(),
        "python in html": repr(INSIDE)[2:-1].replace("'", "&#x27;").encode(),
        "numbers": ", ".join(map(str, INSIDE)).encode(),
        "compact numbers": ",".join(map(str, INSIDE)).encode(),
        "decimal": str(int.from_bytes(SEED)).encode(),
    }


def pages_of(game_id: str) -> list[str]:
    pages = [
        f"/{language}/{rest}" for language in ("en", "fa") for rest in ("", f"games/{game_id}/")
    ]
    pages += ["/en/play/2x4/", "/en/players/mina/", "/en/leaderboards/2x4/"]
    pages += [f"/api/games/{game_id}/", "/api/games/?player=mina", "/api/me/", "/api/players/mina/"]
    pages += ["/api/leaderboards/2x4/all/", "/api/schema/", "/admin/", "/admin/games/game/"]
    pages += [f"/admin/games/game/{game_id}/change/", f"/admin/games/game/{game_id}/history/"]
    return pages


def all_that_is_said(site: Site, game_id: str, *visitors: Visitor) -> dict[str, bytes]:
    """Everything that anybody can get to read about a running game."""
    said: dict[str, bytes] = {}
    for number, visitor in enumerate(visitors):
        for path in pages_of(game_id):
            status, said[f"{number} {path}"] = visitor.page(path)
            assert status < 500, path
        screen = visitor.open(game_id)
        heard = [screen.hear()]
        for message in ({"t": "state"}, {"t": "keep"}, {"t": "move", "ply": 9, "moves": "L"}, "?"):
            heard.append(screen.ask(message))
        said[f"{number} socket"] = json.dumps(heard).encode()
        screen.close()
        start = visitor.post(f"/api/games/{game_id}/start/", {"client_seed": "0" * 32})
        said[f"{number} start"] = json.dumps(start).encode()
    return said


def test_nothing_tells_the_seed_of_a_running_game(site: Site) -> None:
    mina = member()
    staff = member("moderator", is_staff=True, is_superuser=True)
    game = running(mina, WIN_AND_END)
    already = len(site.log_text())
    hers = browser(site, mina)
    said = all_that_is_said(site, game.pk, hers, Visitor(site), browser(site, staff))
    said["log"] = site.log_text()[already:].encode()
    assert b"moderator" in said["2 /admin/"]
    for where, text in said.items():
        for form, trace in traces().items():
            assert trace not in text, f"{form} in {where}"

    screen = hers.open(game.pk)
    screen.hear()
    last = screen.move(0, "L")
    assert last["status"] == "over"
    assert INSIDE.hex() not in json.dumps(last)
    assert screen.hear()["seed"] == SEED.hex()
    assert INSIDE.hex() not in site.log_text()[already:]
    assert User.objects.count() == 2
