"""The move path inside the test's own event loop, without a server."""

from collections.abc import AsyncIterator

import pytest

from games.live.process import Process


@pytest.fixture
async def process() -> AsyncIterator[Process]:
    """The journal, the loader and the sockets of this loop; its sessions are given back."""
    here = Process.here()
    yield here
    await here.drain()
