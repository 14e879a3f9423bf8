"""The open archive: written once a month is over, verified before it is shown, taken by anybody."""

import gzip
import json
import shutil
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from io import StringIO
from pathlib import Path
from secrets import token_bytes
from threading import Thread
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains, assertNotContains
from pytest_django.fixtures import Settings

from accounts.models import User
from games import archive
from games.archive_files import PART
from games.models import SEGMENT_MOVES, Challenge, Game
from games.rules.record import verify
from tests.games.cast import player
from tests.games.rules.given import ROOT
from tests.games.test_export import play

OCTOBER = date(2026, 10, 1)
NAME = "kashi-2026-10.jsonl.gz"
FILES = {NAME, f"{NAME}.sha256", f"{NAME}.json", ".lock"}
RUNNING: dict[str, Any] = {"status": Game.Status.PLAYING, "ended_at": None, "settled_at": None}


def at(day: int, month: int = 10) -> datetime:
    return datetime(2026, month, day, 12, tzinfo=UTC)


def ended(owner: User, day: int, shape: str = "3x3", moves: int = 30, **columns: Any) -> Game:
    """A real game that ended on a day of October."""
    return play(owner, shape, moves, **{"at": at(day), **columns})


@pytest.fixture
def folder(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.ARCHIVE_DIR = tmp_path / "archive"
    monkeypatch.setattr(archive, "_now", lambda: datetime(2026, 11, 30, tzinfo=UTC))
    return tmp_path / "archive"


@pytest.fixture
def games(db: None) -> list[str]:
    """Three that belong into October, and of each kind that does not, one."""
    mina, guest = player("mina"), player("guest-1", is_guest=True)
    ended(mina, 2, hidden=True)
    ended(mina, 2, kind=Game.Kind.BOT)
    day = Challenge.objects.create(day=date(2026, 10, 2), seed=bytes(32))
    ended(mina, 2, "4x4", kind=Game.Kind.DAILY, challenge=day)
    ended(player("closed", is_active=False), 2)
    play(mina, "4x4", 20, **RUNNING)
    for moment in (
        datetime(2026, 9, 30, 23, 59, 59, 999999, tzinfo=UTC),
        datetime(2026, 11, 1, tzinfo=UTC),
    ):
        ended(mina, 2, at=moment)
    latest = ended(guest, 31, "2x4", 9999)
    first = datetime(2026, 10, 1, tzinfo=UTC)
    return [ended(mina, 1, at=first).pk, ended(mina, 9, "5x5", 300).pk, latest.pk]


def dump(folder: Path, *arguments: str) -> str:
    out = StringIO()
    call_command("dump_games", "--into", str(folder), *arguments, stdout=out)
    return out.getvalue()


def records(folder: Path, name: str = NAME) -> list[dict[str, Any]]:
    lines = gzip.decompress((folder / name).read_bytes()).splitlines()
    return [json.loads(line) for line in lines]


def test_a_month_holds_its_ranked_games_in_the_order_in_which_they_ended(
    folder: Path, games: list[str]
) -> None:
    said = dump(folder, "--month", "2026-10")
    found = records(folder)
    assert [record["game_id"] for record in found] == games
    moves = sum(verify(record).ply for record in found)
    assert len(found[1]["moves"]) > SEGMENT_MOVES
    assert said.startswith(f"{folder / NAME}: 3 games with {moves} moves, ")
    assert {path.name for path in folder.iterdir()} == FILES


def test_no_player_is_named_and_no_seed_of_a_running_game_leaves(
    folder: Path, games: list[str]
) -> None:
    dump(folder, "--month", "2026-10")
    text = gzip.decompress((folder / NAME).read_bytes())
    assert b"mina" not in text
    assert b"guest" not in text
    running = Game.objects.get(status=Game.Status.PLAYING)
    assert running.pk.encode() not in text
    keys = set().union(*records(folder))
    assert keys == {
        *("scheme", "game_id", "shape", "commitment", "client_seed", "seed", "moves", "think_ms"),
        *("board", "score", "largest", "won_at_move", "over"),
        *("kind", "status", "started_at", "won_at", "ended_at"),
    }


def test_the_same_games_give_the_same_bytes_with_their_checksum(
    folder: Path, games: list[str], tmp_path: Path
) -> None:
    dump(folder, "--month", "2026-10")
    other = tmp_path / "other"
    dump(other, "--month", "2026-10")
    dump(folder, "--month", "2026-10")  # a second time, over the first
    content = (folder / NAME).read_bytes()
    assert (other / NAME).read_bytes() == content
    digest = sha256(content).hexdigest()
    assert (folder / f"{NAME}.sha256").read_text() == f"{digest}  {NAME}\n"
    assert archive.months(folder) == archive.months(other)
    assert archive.months(folder)[0].sha256 == digest


@pytest.mark.parametrize(
    "program",
    [
        [sys.executable, "-I", "-S", "kashi_verify.py"],
        pytest.param(
            [shutil.which("node"), "kashi_verify.mjs"],
            marks=pytest.mark.skipif(not shutil.which("node"), reason="no Node here"),
        ),
    ],
    ids=["python", "node"],
)
def test_the_published_verifiers_take_it(
    folder: Path, games: list[str], program: list[str]
) -> None:
    dump(folder, "--month", "2026-10")
    done = subprocess.run(
        [*program, str(folder / NAME)],
        capture_output=True,
        text=True,
        cwd=ROOT / "frontend/static/verify",
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    [line] = done.stdout.splitlines()
    assert line.startswith("all of it holds: 3 games, ")
    assert line.endswith(", its checksum")


def test_a_game_that_does_not_hold_is_named_and_the_archive_stays_as_it_was(
    folder: Path, games: list[str]
) -> None:
    dump(folder, "--month", "2026-10")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    Game.objects.filter(pk=games[1]).update(score=2)
    with pytest.raises(CommandError, match=rf"^Nothing was written: {games[1]} does not hold: ply"):
        dump(folder, "--month", "2026-10")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    Game.objects.filter(pk=games[1]).update(hidden=True)
    dump(folder, "--month", "2026-10")
    assert [record["game_id"] for record in records(folder)] == [games[0], games[2]]


def test_a_month_that_is_not_over_is_refused(
    folder: Path, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for now, over in {
        datetime(2026, 10, 31, 23, 59, tzinfo=UTC): False,
        datetime(2026, 11, 1, 0, 9, tzinfo=UTC): False,
        datetime(2026, 11, 1, 0, 10, tzinfo=UTC): True,
    }.items():
        monkeypatch.setattr(archive, "_now", lambda now=now: now)
        if over:
            assert "0 games" in dump(folder, "--month", "2026-10")
            continue
        with pytest.raises(CommandError, match=r"^2026-10 is not over \(UTC\)\.$"):
            dump(folder, "--month", "2026-10")
        assert not folder.exists()


def test_the_time_is_that_of_the_database(db: None) -> None:
    before, now = datetime.now(UTC), archive._now()
    assert abs(now - before) < timedelta(minutes=1)


def test_without_a_month_it_is_the_last_one_and_once(
    folder: Path, games: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "_now", lambda: datetime(2026, 11, 1, 5, tzinfo=UTC))
    assert NAME in dump(folder)
    assert dump(folder) == "2026-10 is in the archive already.\n"
    assert dump(folder, "--verbosity", "0") == ""


@pytest.mark.parametrize(
    "month", ["2026-13", "2026-1", "26-10", "2026-10-01", "../x", "0000-01", "0001-01", "9999-12"]
)
def test_what_is_no_month_is_refused(folder: Path, month: str) -> None:
    with pytest.raises(CommandError, match="is no month, like 2026-10"):
        dump(folder, "--month", month)


def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(
    tmp_path: Path, games: list[str]
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match=r"^Nothing was written: .*file"):
        dump(tmp_path / "file", "--month", "2026-10")
    with pytest.raises(CommandError, match=r"^Nothing was written: .*file"):
        dump(tmp_path / "file")


def test_what_a_dead_run_left_behind_is_no_month_and_in_nobody_s_way(
    folder: Path, games: list[str], client: Client
) -> None:
    folder.mkdir()
    for name in (NAME, f"{NAME}.unfinished", f"{NAME}.sha256", f"{NAME}.json.unfinished"):
        (folder / name).write_bytes(b"half of it")
    assert archive.months(folder) == []
    assert client.get(f"/archive/{NAME}").status_code == 404
    dump(folder, "--month", "2026-10")
    assert len(records(folder)) == 3


@pytest.mark.django_db(transaction=True)
def test_of_several_at_once_all_end_well(folder: Path) -> None:
    mina = player("mina")
    for day in range(1, 5):
        ended(mina, day)

    def run() -> None:
        try:
            said.append(dump(folder, "--month", "2026-10"))
        finally:
            connection.close()

    said: list[str] = []
    threads = [Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(said) == 3
    assert len(records(folder)) == 4
    assert {path.name for path in folder.iterdir()} == FILES
    assert archive.find(folder, OCTOBER)


def test_games_are_read_in_batches(
    folder: Path, games: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "BATCH", 2)
    with CaptureQueriesContext(connection) as queries:
        dump(folder, "--month", "2026-10")
    batches = [each for each in queries if 'FROM "games_segment"' in each["sql"]]
    assert (len(batches), len(records(folder))) == (2, 3)


def test_the_page_is_made_for_an_empty_archive_too(folder: Path, db: None, client: Client) -> None:
    assertContains(client.get("/en/archive/"), "No month is in the archive yet.")
    assertNotContains(client.get("/fa/archive/"), "archive yet")


@pytest.mark.parametrize(
    ("lang", "title", "size"),
    [("en", "October 2026", "0.1 MB"), ("fa", "اکتبر ۲۰۲۶", "۰٫۱ مگابایت")],
)
def test_the_page_lists_a_month_with_what_one_has_to_know(
    folder: Path, games: list[str], client: Client, lang: str, title: str, size: str
) -> None:
    dump(folder, "--month", "2026-10")
    (folder / "kashi-2026-09.jsonl.gz.json").write_text("{}")  # somebody's accident
    answer = client.get(f"/{lang}/archive/")
    [month] = archive.months(folder)
    for text in (title, size, month.sha256, f"/archive/{NAME}", "CC0", "/fair/"):
        assertContains(answer, text)


@pytest.fixture
def content(folder: Path) -> bytes:
    """Of a month that is too large for one piece."""
    folder.mkdir()
    made = token_bytes(3 * PART)
    (folder / NAME).write_bytes(made)
    month = archive.Month(OCTOBER, 1, 1, len(made), sha256(made).hexdigest())
    (folder / f"{NAME}.json").write_bytes(msgspec.json.encode(month))
    return made


@pytest.mark.django_db(transaction=True)
async def test_anybody_takes_it_as_it_lies_there(content: bytes, async_client: AsyncClient) -> None:
    answer = await async_client.get(f"/archive/{NAME}")
    taken = b"".join([part async for part in answer.streaming_content])  # type: ignore[attr-defined]
    assert taken == content
    assert answer["Content-Type"] == "application/gzip"
    assert answer["Content-Length"] == str(len(content))
    assert answer["Content-Disposition"] == f'attachment; filename="{NAME}"'
    assert answer["X-Content-Type-Options"] == "nosniff"
    head = await async_client.head(f"/archive/{NAME}")
    assert (head.content, head["Content-Length"]) == (b"", str(len(content)))
    known = {"If-None-Match": answer["ETag"]}
    assert (await async_client.get(f"/archive/{NAME}", headers=known)).status_code == 304
    checksum = await async_client.get(f"/archive/{NAME}.sha256")
    assert checksum.content.decode() == f"{sha256(content).hexdigest()}  {NAME}\n"
    assert (await async_client.post(f"/archive/{NAME}")).status_code == 405


@pytest.mark.parametrize(
    "path",
    [
        "kashi-2026-09.jsonl.gz",
        "kashi-2026-09.jsonl.gz.sha256",
        "kashi-2026-13.jsonl.gz",
        "kashi-0000-01.jsonl.gz",
        "kashi-2026-10.jsonl.gz.json",
        "kashi-2026-10.jsonl.gz.unfinished",
        ".lock",
        "../settings.py",
        "%2e%2e/secret_key",
        "kashi-..%2fsecret_key",
        "kashi-2026-10%00.jsonl.gz",
        "kashi-٢٠٢٦-١٠.jsonl.gz",
    ],
)
def test_nothing_else_can_be_taken(
    folder: Path, games: list[str], client: Client, path: str
) -> None:
    dump(folder, "--month", "2026-10")
    answer = client.get(f"/archive/{path}", follow=True)
    assert answer.status_code == 404
