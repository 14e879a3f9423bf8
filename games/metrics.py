"""What is counted for whoever watches the site: docs/operate.md says what each figure means.

Every label is bound here, once, so that counting on the move path is an addition and no look-up:
one observation for a request, three for a commit, which many share.
"""

from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics

from games.errors import Refused

disable_created_metrics()  # type: ignore[no-untyped-call] # twice the series, that nobody asks for

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 20)
GAMES = (1, 2, 5, 10, 20, 50, 100, 200, 500)

moves = Counter("kashi_moves", "Moves that are on disk and acknowledged.")
answer_seconds = Histogram(
    "kashi_answer_seconds", "From a request to move to its acknowledgement.", buckets=SECONDS
)
commit_seconds = Histogram(
    "kashi_commit_seconds", "One statement of the journal, until it is on disk.", buckets=SECONDS
)
commit_games = Histogram(
    "kashi_commit_games", "Games that one statement of the journal wrote.", buckets=GAMES
)
sockets = Gauge("kashi_sockets", "Sockets that have a game open.")
_watchers = Gauge("kashi_watchers", "Sockets of those who watch.", ["what"])
game_watchers, list_watchers = _watchers.labels("game"), _watchers.labels("list")
_waiting = Gauge("kashi_waiting", "What waits for the next batch.", ["queue"])
writes_waiting, loads_waiting = _waiting.labels("writes"), _waiting.labels("loads")

_refusals = Counter("kashi_refusals", "Refused requests.", ["door", "code"])
_children = {
    (door, each.code): _refusals.labels(door, each.code)
    for door in ("socket", "api")
    for each in Refused.__subclasses__()
}


def refused(door: str, refusal: Refused) -> None:
    """Count a refusal at the `socket` or the `api`."""
    _children[door, refusal.code].inc()
