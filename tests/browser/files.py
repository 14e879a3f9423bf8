"""The files of the browser's modules, with no server of ours."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Files(SimpleHTTPRequestHandler):
    """Serves `frontend/` at the top and `seeds/` below it."""

    def translate_path(self, path: str) -> str:
        """Where a file of the page lies; the handler refuses what leads out of these folders."""
        folder = ROOT if path.startswith("/seeds/") else ROOT / "frontend"
        self.directory = str(folder)
        return super().translate_path(path)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a test that fails says more."""


@contextmanager
def served() -> Iterator[str]:
    """Their address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
