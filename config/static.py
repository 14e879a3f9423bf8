"""Static files under names that hold their own hash, so that browsers may keep them for good."""

import gzip
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
        if smaller.exists() and brotli.decompress(smaller.read_bytes()) == content:
            if small.exists() and gzip.decompress(small.read_bytes()) == content:
                return [str(smaller), str(small)]
        return super().compress(path)
