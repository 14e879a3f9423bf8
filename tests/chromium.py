"""Chromium for the browser tests: the one that is there, or Debian's.

python -m tests.chromium    makes sure of it, or says in one line what is left out
"""

import os
import shutil
import subprocess
import sys

# The shell is the same engine without windows, and paints with a third less work.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",  # containers and root have none to give
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find() -> str | None:
    """Its path."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def install() -> bool:
    """Whether this machine is one where we may install Debian's package, and it worked."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    commands = (["apt-get", "update"], ["apt-get", "install", "-y", NAMES[0]])
    return all(
        subprocess.run(each, env=environment, capture_output=True, check=False).returncode == 0
        for each in commands
    )


def main() -> None:
    """Exit code 1 only where the browser tests must not be left out: in continuous integration."""
    if find() or install():
        return
    sys.stderr.write("browser tests left out: no Chromium here, and none could be installed\n")
    sys.exit(os.environ.get("CI") == "true")


if __name__ == "__main__":
    main()
