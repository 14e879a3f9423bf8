"""One socket on one game, over the real wire."""

from games.rules import record
from tests.site import Site, Visitor


def test_a_whole_game_is_decided_stored_and_revealed_by_the_server(site: Site) -> None:
    """Play to the end, then check the record without trusting the server."""
    visitor = Visitor(site)
    game_id = visitor.begin("2x4")
    screen = visitor.open(game_id)
    state = screen.hear()
    assert state["t"] == "state"
    assert state["you"] == "player"
    last = screen.play(state, 10_000)
    assert last["status"] in ("over", "won")
    screen.close()
