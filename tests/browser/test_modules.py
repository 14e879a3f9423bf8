"""The browser's modules, tested where they run: in a real Chromium, with no server of ours."""

import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

ROOT = Path(__file__).parents[2]
FILES = sorted(path.name for path in (ROOT / "frontend/tests").glob("*_test.js"))
PATIENCE_MS = 20_000


class Files(SimpleHTTPRequestHandler):
    """Serves `frontend/` at the top and `seeds/` below it."""

    def translate_path(self, path: str) -> str:
        """Where a file of the page lies; the handler refuses what leads out of these folders."""
        folder = ROOT if path.startswith("/seeds/") else ROOT / "frontend"
        self.directory = str(folder)
        return super().translate_path(path)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a test that fails says more."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One for all: what a page loads is loaded once."""
    with browser.new_context() as made:
        yield made


@pytest.mark.parametrize("file", FILES)
def test_every_test_of_a_module_passes(context: BrowserContext, address: str, file: str) -> None:
    page = context.new_page()
    if file.startswith("reduced_motion"):
        page.emulate_media(reduced_motion="reduce")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{address}/tests/index.html?file={file}")
    page.wait_for_function("window.results", timeout=PATIENCE_MS)
    results = page.evaluate("window.results")
    page.close()
    failed = [f"{result['name']}: {result['error']}" for result in results if result["error"]]
    assert results, f"{file} holds no tests"
    assert not failed + errors, "\n".join(failed + errors)
