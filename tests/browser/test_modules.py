"""The browser's modules, tested where they run: in a real Chromium, with no server of ours."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.files import ROOT, served

FILES = sorted(path.name for path in (ROOT / "frontend/tests").glob("*_test.js"))
PATIENCE_MS = 20_000


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served() as at:
        yield at


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
