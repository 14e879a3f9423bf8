"""The bot of docs/bots.md plays a game to its end."""

import re
import subprocess
import sys
import time
from pathlib import Path

from accounts import tokens
from accounts.models import Token, User
from games import play
from games.models import Game
from tests.games.live.cast import member
from tests.site import CHECKOUT, Site

DOCUMENT = CHECKOUT / "docs/bots.md"
LONGEST = 45  # lines of it: "about thirty"


def test_the_bot_in_the_document_plays_to_the_end(site: Site, tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert found
    assert len(found[1].splitlines()) <= LONGEST
    (tmp_path / "bot.py").write_text(found[1])
    robot = member("robot")
    play.become_bot(player=robot)
    _, token = tokens.make(robot, name="bot", scopes=list(Token.Scope))
    said = subprocess.run(
        [sys.executable, "bot.py", site.address, token, "2x4"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert said.returncode == 0, said.stderr
    game = settled(robot)
    assert (game.status, game.kind) == (Game.Status.OVER, Game.Kind.BOT)
    assert said.stdout.strip() == f"{game.score} points: {site.address}/en/games/{game.pk}/"
    assert game.bests.filter(bots=True, ranked=True, metric="score").count() == 5


def settled(robot: User) -> Game:
    """Its game; the last move is answered before the game counts."""
    until = time.monotonic() + 10
    while (game := Game.objects.get(player=robot)).settled_at is None:
        assert time.monotonic() < until
        time.sleep(0.05)
    return game
