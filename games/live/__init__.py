"""The move path: from a socket's frame to the disk and back."""


async def drain() -> None:
    """Tell every socket of this process that the server restarts, after its commits; then close."""
    from games.live.process import Process

    await Process.here().drain()
