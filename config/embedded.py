"""Stand-in until the launcher is written: where the embedded PostgreSQL will be."""
from contextlib import contextmanager
from pathlib import Path


def database(home: Path) -> dict:
    return {"ENGINE": "django.db.backends.postgresql", "NAME": "kashi", "USER": "kashi", "HOST": str(home)}


@contextmanager
def running(home: Path):
    yield
