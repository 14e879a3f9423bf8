"""`manage.py verify`: exit codes, one line, and nothing needed but Python."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.rules.record import main
from tests.games.rules.given import ROOT, WON, won


def nested(depth: int) -> bytes:
    """Lists in lists."""
    return b"[" * depth + b"]" * depth


def checked(name: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Exit code and the one line that was printed."""
    code = main([name])
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.endswith("\n")
    assert len(printed.out.splitlines()) == 1
    return code, printed.out.rstrip("\n")


def written(tmp_path: Path, content: bytes) -> str:
    path = tmp_path / "record.json"
    path.write_bytes(content)
    return str(path)


def test_a_record_that_holds_is_zero_and_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written(tmp_path, json.dumps(won()).encode())
    assert checked(name, capsys) == (0, "all of it holds: 71 moves, 800 points")


def test_a_record_that_does_not_hold_is_one_and_one_line_with_the_ply(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written(tmp_path, json.dumps({**won(), "score": 804}).encode())
    line = "does not hold: ply 71: score is 800, the record says 804"
    assert checked(name, capsys) == (1, line)


def test_the_line_can_be_shown_by_any_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    strange = (
        {"moves": "\n" + WON[1:]},
        {"moves": "ش" + WON[1:]},
        {"shape": "\ud800"},
        {"score": "\x1b"},
    )
    for part in strange:
        name = written(tmp_path, json.dumps({**won(), **part}).encode())
        code, line = checked(name, capsys)
        assert code == 1
        assert line.isascii()
        assert line.isprintable()


@pytest.mark.parametrize(
    "content",
    [b"", b" ", b"{", b"{}{}", b"nonsense", b"\xff\xfe\x00", b"\x80", b'{"moves": "\xc3"}']
    + [b"[" * 100_000, nested(100_000)],
    ids=lambda content: repr(content[:12]),
)
def test_what_is_not_json_is_one_and_one_line(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, line = checked(written(tmp_path, content), capsys)
    assert code == 1
    assert line.endswith("record.json' is not JSON")


@pytest.mark.parametrize(
    "content",
    [b"null", b"[]", b"NaN", b"1e999", b'"x"', nested(300), b"9" * 5000],
    ids=lambda content: repr(content[:12]),
)
def test_other_json_is_one_and_one_line(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, line = checked(written(tmp_path, content), capsys)
    assert (code, line) == (1, "does not hold: ply 0: a record is a JSON object")


def test_a_number_longer_than_python_reads_by_itself_is_a_false_claim(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    long = json.dumps(won()).replace('"score": 800', '"score": ' + "9" * 5000)
    code, line = checked(written(tmp_path, long.encode()), capsys)
    assert (code, line) == (
        1,
        f"does not hold: ply 71: score is 800, the record says {'9' * 80}",
    )


@pytest.mark.parametrize("name", ["missing.json", ".", "\udcff.json", "new\nline.json"])
def test_a_file_that_cannot_be_read_is_one_and_one_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, line = checked(str(tmp_path / name), capsys)
    assert code == 1
    assert line.startswith("cannot read '")
    assert line.isascii()


@pytest.mark.parametrize("arguments", [[], ["a.json", "b.json"]])
def test_anything_but_one_name_is_told_how_it_is_used(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("usage: manage.py verify")


def run(*arguments: str, given: bytes = b"") -> tuple[int, bytes, bytes]:
    """Run by an interpreter that sees no installed package and no variable of ours."""
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-B", *arguments],
        input=given,
        capture_output=True,
        cwd=ROOT,
        env={},
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_verify_needs_nothing_but_python(tmp_path: Path) -> None:
    honest, false = won(), {**won(), "score": 804}
    holds = (0, b"all of it holds: 71 moves, 800 points\n", b"")
    name = written(tmp_path, json.dumps(honest).encode())
    assert run("manage.py", "verify", name) == holds
    assert run("manage.py", "verify", "-", given=json.dumps(honest).encode()) == holds
    code, out, err = run("manage.py", "verify", "-", given=json.dumps(false).encode())
    assert (code, err) == (1, b"")
    assert out == b"does not hold: ply 71: score is 800, the record says 804\n"
    assert run("manage.py", "verify", "-")[:2] == (1, b"'-' is not JSON\n")


def test_whoever_asks_for_help_gets_the_usage() -> None:
    usage = b"usage: manage.py verify RECORD.json (or - for standard input)\n"
    assert run("manage.py", "verify", "--help") == (2, b"", usage)


def test_any_other_command_without_the_environment_says_where_it_is() -> None:
    code, out, err = run("manage.py", "check")
    assert (code, out) == (1, b"")
    assert err == b"No django here: run `make play`, then .venv/bin/python manage.py ...\n"


def test_the_rules_import_nothing_but_the_standard_library() -> None:
    modules = ", ".join(f"games.rules.{path.stem}" for path in (ROOT / "games/rules").glob("*.py"))
    others = (
        f"import sys; before = set(sys.modules); sys.path.insert(0, '.'); import {modules};"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before};"
        "print(sorted(new - sys.stdlib_module_names))"
    )
    assert run("-I", "-c", others.replace("games.rules.__init__", "games.rules")) == (
        0,
        b"['games']\n",
        b"",
    )
