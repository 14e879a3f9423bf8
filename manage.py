#!/usr/bin/env python
"""Django's command line, with the checkout's own PostgreSQL running where no other is named."""

import os
import sys
from pathlib import Path


def main() -> None:
    """Run one command; `verify` needs nothing but Python, so it is answered before Django loads."""
    if sys.argv[1:2] == ["verify"]:
        from games.rules import record

        sys.exit(record.main(sys.argv[2:]))

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    from config import embedded

    with embedded.running(Path(__file__).parent / ".kashi"):
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
