"""The verifiers that anybody can take: they say what the server's own says, of a thousand games, a
thousand false ones, and every kind of false record."""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.games.rules import many
from tests.games.rules.given import FAIRNESS, ROOT, RULES, WAYS, won

PUBLISHED = ROOT / "frontend/static/verify"
NODE = shutil.which("node")
Run = Callable[[str | Path], tuple[int, list[str]]]
NO_JSON = "not JSON"  # NaN and Infinity, which Python's own reader takes


def load() -> Any:
    spec = spec_from_file_location("kashi_verify", PUBLISHED / "kashi_verify.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


python = load()


@pytest.fixture(
    params=[
        [sys.executable, "-I", "-S", str(PUBLISHED / "kashi_verify.py")],
        pytest.param(
            [NODE, str(PUBLISHED / "kashi_verify.mjs")],
            marks=pytest.mark.skipif(NODE is None, reason="no Node here; Chromium has its turn"),
        ),
    ],
    ids=["python", "node"],
)
def run(request: pytest.FixtureRequest) -> Run:
    """Runs one of them as whoever downloaded it would."""

    def run(name: str | Path, given: bytes = b"") -> tuple[int, list[str]]:
        done = subprocess.run(
            [*request.param, str(name)], input=given, capture_output=True, timeout=60, check=False
        )
        assert done.stderr == b""
        return done.returncode, done.stdout.decode("ascii").splitlines()

    return run


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All the lines in one file."""
    path = tmp_path_factory.mktemp("archive") / "all.jsonl"
    path.write_text("\n".join(many.lines()))
    return path


def told(said: list[str]) -> dict[int, str]:
    """What was said of which line."""
    found = (re.match(r"line (\d+): (?:does not hold: )?(.*)", line) for line in said)
    return {int(match[1]): match[2] for match in found if match}


def test_the_vectors_hold() -> None:
    of = FAIRNESS["single_spawns_of"]
    tiles = python.Tiles(bytes.fromhex(of["seed"]), of["game_id"], of["client_seed"])
    for case in FAIRNESS["single_spawns"]:
        assert tiles.spawn(case["n"], case["empties"]) == (case["cell"], case["value"])
    for case in FAIRNESS["rejection"]:
        assert python.pick(map(int, case["words"]), case["m"]) == case["result"]
    for game in FAIRNESS["games"]:
        assert (
            python.commitment_of(bytes.fromhex(game["seed"]), game["game_id"])
            == (game["commitment"])
        )
        claims = {name: game[name] for name in ("board", "score", "over", "moves", "client_seed")}
        record = {
            **{name: game[name] for name in ("seed", "game_id", "commitment")},
            **claims,
            "scheme": "kashi/1",
            "shape": f"{game['rows']}x{game['columns']}",
            "think_ms": [0] * len(game["moves"]),
            "largest": max(map(max, game["board"])),
            "won_at_move": None,
        }
        assert python.verify(record) == (len(game["moves"]), game["score"])


def test_a_push_does_what_the_vectors_say() -> None:
    for case in RULES["moves"]:
        board = case["board"]
        lines = python.lines_of(len(board), len(board[0]))[WAYS[case["direction"]]]
        after, points = python.push([*chain(*board)], lines)
        assert (after, points) == ([*chain(*case["after_slide"])], case["points"])


def test_no_false_game_goes_unnoticed_nor_is_any_caught_too_early() -> None:
    """By the server's own verifier, which the others are held to below."""
    said = many.by_the_server()
    assert not any(said[: many.GAMES])
    for (ply, _), sentence in zip(many.false(), said[many.GAMES :], strict=False):
        caught = re.match(r"ply (\d+): ", sentence)
        assert caught
        assert int(caught[1]) >= ply


def test_every_verifier_says_what_the_server_says(run: Run, archive: Path) -> None:
    """The same line, ply and sentence; but for what is shown of values, which JavaScript writes in
    its own way."""
    code, said = run(archive)
    assert code == 1
    should = {number: text for number, text in enumerate(many.by_the_server(), start=1) if text}
    assert said[-1] == f"does not hold: {len(should)} of {len(many.lines())} games"
    found = told(said)
    assert found.keys() == should.keys()
    for number, sentence in found.items():
        if sentence == NO_JSON:
            assert re.search("NaN|Infinity", many.lines()[number - 1])
        else:
            assert shown(sentence) == shown(should[number])


def shown(sentence: str) -> str:
    """Without spaces, quotes and what the record claims."""
    return re.sub("[ \"']", "", sentence.partition(", the record says")[0])


def test_one_record_from_a_file_and_from_standard_input(run: Any, tmp_path: Path) -> None:
    good, false = (json.dumps({**won(), **change}).encode() for change in ({}, {"score": 804}))
    path = tmp_path / "won.json"
    path.write_bytes(good)
    assert run(path) == (0, ["all of it holds: 71 moves, 800 points"])
    assert run("-", good) == (0, ["all of it holds: 71 moves, 800 points"])
    assert run("-", false) == (1, ["does not hold: ply 71: score is 800, the record says 804"])
    assert run("-", with_digits(5000, false)) == (
        1,
        ["does not hold: ply 1: its think time is not a whole number from 0 to 524224"],
    )
    for nothing in (b"", b"{", b"\xff", b"{}{}", b"[" * 100_000, b'{"score": NaN}'):
        code, [line] = run("-", nothing)
        assert (code, line[3:]) == (1, " is not JSON")


def with_digits(count: int, record: bytes) -> bytes:
    """Its first think time is a number that Python reads only when it is told how."""
    return re.sub(rb'("think_ms": \[)\d+', rb"\g<1>" + b"1" * count, record)


@pytest.mark.parametrize("packed", [True, False], ids=["packed", "plain"])
def test_an_archive_is_checked_with_its_checksum(run: Run, tmp_path: Path, packed: bool) -> None:
    lines = b"".join(json.dumps(record).encode() + b"\n" for record in many.honest()[:50])
    moves = sum(len(record["moves"]) for record in many.honest()[:50])
    path = tmp_path / ("month.jsonl.gz" if packed else "month.jsonl")
    path.write_bytes(gzip.compress(lines) if packed else lines)
    holds = f"all of it holds: 50 games, {moves} moves"
    assert run(path) == (0, [f"{holds}, no checksum"])
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    beside = path.with_name(path.name + ".sha256")
    beside.write_text(f"{digest}  {path.name}\n")
    assert run(path) == (0, [f"{holds}, its checksum"])
    beside.write_text(f"{digest[::-1]}  {path.name}\n")
    code, [line] = run(path)
    assert (code, line) == (
        1,
        "does not hold: the file is not the one its checksum was made of",
    )


def test_what_cannot_be_read_is_one_and_one_line(run: Run, tmp_path: Path) -> None:
    whole = gzip.compress(b"{}\n" * 1000)
    for name, content in {
        "none.json": None,
        "none.jsonl.gz": None,
        "empty.jsonl.gz": b"",
        "cut.jsonl.gz": whole[:-9],
        "other.jsonl.gz": b"PK" * 50,
        "spoiled.jsonl.gz": whole[:12] + bytes(40) + whole[52:],
    }.items():
        if content is not None:
            (tmp_path / name).write_bytes(content)
        code, said = run(tmp_path / name)
        assert code == 1
        assert said[-1].startswith("cannot read ")


def test_the_python_one_needs_nothing_but_itself() -> None:
    source = (PUBLISHED / "kashi_verify.py").read_text()
    imported = re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE)
    assert set(imported) <= sys.stdlib_module_names
    compile(source, "kashi_verify.py", "exec")


def test_the_javascript_one_imports_nothing() -> None:
    source = (PUBLISHED / "kashi_verify.mjs").read_text()
    assert not re.search(r"^\s*(import|export .* from)\b", source, re.MULTILINE)
