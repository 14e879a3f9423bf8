"""The site on its other server: what a player and an operator see of it is the same."""

from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.site import Screen, Site, Visitor


def close_code(screen: Screen) -> int:
    """How it was closed, nothing more having been said."""
    with pytest.raises(ConnectionClosed) as closed:
        screen.hear()
    assert closed.value.rcvd
    return closed.value.rcvd.code


@pytest.mark.django_db(transaction=True)
def test_a_game_is_played_and_a_signal_ends_its_sockets_with_1012(tmp_path: Path) -> None:
    site = Site(log=tmp_path / "log", SERVER="uvicorn")
    site.start()
    visitor = Visitor(site)
    assert visitor.page("/healthz")[0] == 200
    game_id = visitor.begin()
    screen, other = visitor.open(game_id), visitor.open(game_id)
    assert [each.hear()["ply"] for each in (screen, other)] == [0, 0]
    moved = screen.move(0, "LDRU")
    assert other.hear_a("moved") == moved
    other.say("x" * 5000)
    assert close_code(other) == 1009
    assert site.stop() == 0
    assert screen.hear() == {"t": "closing", "why": "restart"}
    assert close_code(screen) == 1012
    assert "Traceback" not in site.log_text()
