"""The translations in the form that gettext reads, made without the gettext tools."""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings


def compile_catalogues() -> None:
    """Write each `django.mo` that is older than its `django.po`."""
    for locale in settings.LOCALE_PATHS:
        for source in Path(locale).glob("*/LC_MESSAGES/django.po"):
            compiled = source.with_suffix(".mo")
            if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
                compile_catalogue(source, compiled)


def compile_catalogue(source: Path, compiled: Path) -> None:
    """Whoever reads at the same time sees the old file or the new one, never half of it."""
    unfinished = compiled.with_name(f"{compiled.name}.{os.getpid()}")
    with source.open("rb") as messages, unfinished.open("wb") as file:
        write_mo(file, read_po(messages))
    unfinished.replace(compiled)
