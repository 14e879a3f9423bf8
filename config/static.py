"""Static files under names that hold their own hash, so that browsers may keep them for good."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import brotli
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


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
