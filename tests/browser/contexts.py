"""What a browser is told before anybody sits down at it."""

import secrets

from playwright.sync_api import BrowserContext, ConsoleMessage, ViewportSize

WINDOW: ViewportSize = {"width": 1040, "height": 640}  # less to paint than Playwright's own
OF_THE_NETWORK = ("Failed to load resource", "WebSocket connection to")  # not thrown by a script


def from_somewhere() -> dict[str, str]:
    """An address that nobody else has, nor its limits."""
    return {"X-Forwarded-For": f"2001:db8:{secrets.token_hex(2)}:{secrets.token_hex(2)}::1"}


def errors_in(context: BrowserContext) -> list[str]:
    """Grows by every exception that nobody catches, and every error that a script logs."""
    errors: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(OF_THE_NETWORK):
            errors.append(message.text)

    context.on("weberror", lambda error: errors.append(str(error.error)))
    context.on("console", hear)
    return errors
