"""Too much is refused by the number, whoever asks at once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.test import Client

from accounts.limits import Limit
from games.api import limits
from tests.games.live.cast import member

HERE, THERE = "198.51.100.1", "198.51.100.2"


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "READING", Limit("reading", amount=50, seconds=36_000))
    monkeypatch.setattr(limits, "WRITING", Limit("writing", amount=2, seconds=36_000))
    monkeypatch.setattr(limits, "EXPORTING", Limit("exporting", amount=1, seconds=36_000))


@pytest.mark.usefixtures("narrow")
def test_of_200_requests_at_once_exactly_50_pass() -> None:
    together = Barrier(200)

    def ask(_: int) -> int:
        client = Client(REMOTE_ADDR=HERE)
        together.wait(timeout=60)
        return client.get("/api/me/").status_code

    with ThreadPoolExecutor(200) as pool:
        said = list(pool.map(ask, range(200)))
    assert (said.count(200), said.count(429)) == (50, 150)


@pytest.mark.usefixtures("narrow")
def test_a_limit_names_itself_and_when_to_come_back() -> None:
    here, there = Client(REMOTE_ADDR=HERE), Client(REMOTE_ADDR=THERE)
    for _ in range(50):
        here.get("/api/me/")
    refused = here.get("/api/me/")
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    assert 0 < int(refused["Retry-After"]) <= 36_000
    assert refused["RateLimit-Policy"] == '"reading";q=50;w=36000'
    assert there.get("/api/me/").status_code == 200


@pytest.mark.django_db
@pytest.mark.usefixtures("narrow")
def test_players_count_for_themselves_wherever_they_are() -> None:
    mina, otter = Client(), Client()
    mina.force_login(member("mina"))
    otter.force_login(member("otter"))

    def prepare(client: Client, where: str) -> int:
        client.defaults["REMOTE_ADDR"] = where
        return client.post("/api/games/", {"shape": "4x4"}, "application/json").status_code

    assert [prepare(mina, HERE), prepare(mina, THERE), prepare(mina, HERE)] == [201, 201, 429]
    assert prepare(otter, HERE) == 201
    assert mina.get("/api/me/").status_code == 200  # reading is another limit


@pytest.mark.django_db
@pytest.mark.usefixtures("narrow")
def test_all_games_at_once_have_a_limit_of_their_own_that_says_so() -> None:
    mina, otter = Client(), Client()
    mina.force_login(member("mina"))
    otter.force_login(member("otter"))
    assert mina.get("/api/me/games.jsonl").status_code == 200
    refused = mina.get("/api/me/games.jsonl", headers={"Accept-Language": "fa"})
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    assert "ده بار" in refused.json()["detail"]
    assert 0 < int(refused["Retry-After"]) <= 36_000
    assert refused["RateLimit-Policy"] == '"exporting";q=1;w=36000'
    assert mina.get("/api/me/").status_code == 200
    assert otter.get("/api/me/games.jsonl").status_code == 200
