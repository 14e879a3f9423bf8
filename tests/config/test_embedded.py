"""The embedded PostgreSQL through every death of those who use it and of those who run it."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from config import embedded
from config.cluster import program
from tests.config.server_user import (
    CHECKOUT,
    ServerUser,
    ask,
    assert_all_gone,
    keeper,
    kill,
    postmaster,
)

NOBODY = 65534
AS_NOBODY = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
SYSTEM_PYTHON = f"/usr/bin/python3.{sys.version_info.minor}"  # ours may lie in a home of root
PACKAGES = sysconfig.get_path("purelib")
as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can be somebody else")


@pytest.fixture(scope="module")
def used_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose database has been used: the number 2048 is in it."""
    home = tmp_path_factory.mktemp("used") / ".kashi"
    user = ServerUser(home)
    assert user.arrive() == "inside"
    ask(home, "CREATE TABLE kept (tile integer)")
    ask(home, "INSERT INTO kept VALUES (2048)")
    user.leave()
    return home


@pytest.fixture
def home(used_before: Path) -> Iterator[Path]:
    """The same one for a test, which leaves no process behind."""
    yield used_before
    assert_all_gone(used_before)


@pytest.fixture
def user(home: Path) -> Iterator[ServerUser]:
    user = ServerUser(home)
    assert user.arrive() == "inside"
    yield user
    user.leave()


def test_four_first_starts_at_once_share_one_server(tmp_path: Path) -> None:
    home = tmp_path / ".kashi"
    outside = [*tmp_path.parents, tmp_path, *Path(program("postgres")).parents]
    before = [permissions(path) for path in outside]
    users = [ServerUser(home) for _ in range(4)]

    assert [user.arrive() for user in users] == ["inside"] * 4
    assert (home / "postgres.log").read_text().count("ready to accept connections") == 1
    assert [permissions(path) for path in outside] == before, "only .kashi is ours to change"
    for user in users:
        user.leave()
    assert_all_gone(home)


def test_it_runs_until_the_last_user_leaves(home: Path, user: ServerUser) -> None:
    other = ServerUser(home)
    assert other.arrive() == "inside"
    server = postmaster(home)

    other.leave()

    assert ask(home, "SELECT tile FROM kept") == 2048
    assert postmaster(home) == server


def test_it_ends_when_its_last_user_is_killed(home: Path, user: ServerUser) -> None:
    user.die()

    assert_all_gone(home)


@pytest.mark.parametrize(
    "victims",
    [lambda home: [postmaster(home)], lambda home: [keeper(home)], lambda home: both(home)],
    ids=["postmaster", "keeper", "both"],
)
def test_what_is_killed_while_in_use_comes_back_with_the_data(
    home: Path, user: ServerUser, victims: Callable[[Path], list[int]]
) -> None:
    before = ask(home, "INSERT INTO kept VALUES (4096) RETURNING pg_postmaster_start_time()")

    kill(*victims(home))

    while ask(home, "SELECT pg_postmaster_start_time()") == before:
        pass  # the old one still answers on its way out
    assert ask(home, "SELECT count(*) FROM kept WHERE tile = 4096") > 0


@pytest.mark.parametrize("also", ["user", "postmaster", "keeper", "both"])
def test_a_killed_user_does_not_spoil_the_next_start(
    home: Path, user: ServerUser, also: str
) -> None:
    victims = {
        "user": [],
        "postmaster": [postmaster(home)],
        "keeper": [keeper(home)],
        "both": both(home),
    }

    user.die()
    kill(*victims[also])

    again = ServerUser(home)
    assert again.arrive() == "inside"
    assert ask(home, "SELECT tile FROM kept") == 2048
    again.leave()


def test_a_pid_that_another_program_has_got_since_is_no_hindrance(home: Path) -> None:
    (home / "postgres/postmaster.pid").write_text(f"{os.getpid()}\n{home}/postgres\n")

    user = ServerUser(home)

    assert user.arrive() == "inside"
    user.leave()


def test_a_path_too_long_for_a_socket_gets_a_private_folder(home: Path, tmp_path: Path) -> None:
    far = tmp_path / ("long" * 25) / ".kashi"
    far.parent.mkdir()
    home.rename(far)
    user = ServerUser(far)
    folder = Path(embedded.database(far)["HOST"])

    assert user.arrive() == "inside"
    assert not folder.is_relative_to(far)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert ask(far, "SELECT tile FROM kept") == 2048
    user.leave()
    assert_all_gone(far)
    folder.rmdir()
    far.rename(home)


def test_somebody_elses_folder_is_not_trusted(tmp_path: Path) -> None:
    (tmp_path / "socket").mkdir(mode=0o755)

    assert "yours alone" in ServerUser(tmp_path).arrive()


@as_root
def test_files_stay_roots_where_namespaces_are_allowed(home: Path, user: ServerUser) -> None:
    assert (home / "postgres/PG_VERSION").stat().st_uid == 0


@as_root
def test_where_namespaces_are_denied_the_server_is_nobodys(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path / ".kashi"
    user = ServerUser(home, PATH=only(tmp_path_factory, "setpriv"))

    assert user.arrive() == "inside"
    assert (home / "postgres/PG_VERSION").stat().st_uid == NOBODY
    assert ask(home, "SELECT 1") == 1
    user.leave()
    assert_all_gone(home)


@as_root
def test_root_without_any_way_out_is_told_what_to_do(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    user = ServerUser(tmp_path, PATH=only(tmp_path_factory))

    assert "run Kashi as an ordinary user, or set DATABASE_URL" in user.arrive()


@as_root
def test_an_ordinary_user_runs_it_too(nobodys_place: Path) -> None:
    home = nobodys_place / ".kashi"
    user = ServerUser(home, before=AS_NOBODY, python=SYSTEM_PYTHON, PYTHONPATH=PACKAGES)

    assert user.arrive() == "inside"
    assert (home / "postgres/PG_VERSION").stat().st_uid == NOBODY
    user.leave()
    assert_all_gone(home)


@pytest.fixture
def nobodys_place() -> Iterator[Path]:
    """A folder that nobody owns; pytest's own are closed to others."""
    may = [*AS_NOBODY, SYSTEM_PYTHON, "-c", "import config.embedded, psycopg"]
    environment = os.environ | {"PYTHONPATH": PACKAGES}
    if subprocess.run(
        may, cwd=CHECKOUT, env=environment, check=False, stderr=subprocess.DEVNULL
    ).returncode:
        pytest.skip("others may not read this checkout, or have no such Python")
    place = Path("/tmp") / f"kashi-test-{os.getpid()}"  # noqa: S108 - made here, and ours
    place.mkdir()
    os.chown(place, NOBODY, NOBODY)
    yield place
    shutil.rmtree(place)


def both(home: Path) -> list[int]:
    return [keeper(home), postmaster(home)]


def permissions(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_mode, found.st_uid, found.st_gid


def only(folders: pytest.TempPathFactory, *names: str) -> str:
    """A PATH on which there are no other programs."""
    folder = folders.mktemp("path")
    for name in names:
        (folder / name).symlink_to(str(shutil.which(name)))
    return str(folder)
