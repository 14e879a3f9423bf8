"""A player's browser: cookies, the API, and an address of its own."""

import secrets
from urllib.parse import urlencode

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.site import Site, Visitor

AWAY = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError, EOFError)


class Client(Visitor):
    """A browser behind a proxy, which says from what address it comes."""

    def __init__(self, site: Site, number: int) -> None:
        super().__init__(site)
        self._opener.addheaders = [("X-Forwarded-For", f"10.{number >> 8}.{number & 255}.1")]

    def sign(self, how: str, **fields: str) -> None:
        """Sign `up` or `in` by the site's own form; raises where it is shown again."""
        form = {"csrfmiddlewaretoken": self.cookie("csrftoken"), **fields}
        before = self.cookie("sessionid")
        address = f"{self.site.address}/en/accounts/{how}/"
        with self._opener.open(address, urlencode(form).encode(), timeout=20) as answer:
            answer.read()
        if self.cookie("sessionid") in ("", before):
            raise RuntimeError(f"{how} was refused")

    @property
    def cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)

    def be_somebody_else(self) -> None:
        self.jar.clear()
        self.set_cookie("csrftoken", secrets.token_hex(16))
