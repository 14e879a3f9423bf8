#!/usr/bin/env python
"""Django's command line, with the checkout's own PostgreSQL running where no other is named."""

import os
import sys


def main() -> None:
    """Run one command; `verify` needs nothing but Python, so it is answered before Django loads."""
    if sys.argv[1:2] == ["verify"]:
        from games.rules import record

        sys.exit(record.main(sys.argv[2:]))

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
        from environs import EnvError
    except ModuleNotFoundError as error:
        sys.exit(f"No {error.name} here: run `make play`, then .venv/bin/python manage.py ...")

    from config import embedded
    from config.cluster import NotStarted

    try:
        with embedded.if_needed():
            execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, EnvError, NotStarted) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
