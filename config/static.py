"""Static files under names that hold their own hash, so that browsers may keep them for good.

python -m config.static    prepares them and the catalogues, for whoever starts no site
"""

import gzip
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import brotli
import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.catalogues import compile_catalogues


def collect() -> None:
    """`collectstatic` where a source is another than the last time; it would be half of a start."""
    stamp = Path(settings.STATIC_ROOT) / "collected"
    sources = _sources()
    if not stamp.exists() or stamp.read_text() != sources:
        stamp.unlink(missing_ok=True)  # no stamp outlives a collection that is cut short
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_text(sources)


def _sources() -> str:
    """A hash of what distinguishes one state of all static files from another."""
    found = []
    for finder in get_finders():
        for path, storage in finder.list([]):
            file = Path(storage.path(path)).stat()
            found.append((path, storage.path(path), file.st_size, file.st_mtime_ns))
    return hashlib.sha256(repr(sorted(found)).encode()).hexdigest()


class HashedModules(CompressedManifestStaticFilesStorage):
    """Hashes the import paths inside ES modules as well; without it a module would load its
    neighbours under names that a browser may have kept from the last release."""

    support_js_module_import_aggregation = True

    def create_compressor(self, **options: Any) -> Compressor:
        return CompressorOfNews(**options)


class CompressorOfNews(Compressor):
    """Leaves alone what is compressed already: it is what every start would take longest for."""

    def compress(self, path: str) -> list[str]:
        content = Path(path).read_bytes()
        small, smaller = Path(path + ".gz"), Path(path + ".br")
        if holds(smaller, brotli.decompress, content) and holds(small, gzip.decompress, content):
            return [str(smaller), str(small)]
        written: list[str] = super().compress(path)
        return written


def holds(file: Path, decompress: Callable[[bytes], bytes], content: bytes) -> bool:
    return file.exists() and decompress(file.read_bytes()) == content


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    compile_catalogues()
    collect()
