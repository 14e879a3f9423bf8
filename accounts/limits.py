"""How much one address may do: exact counts on the shared cache."""

import ipaddress
import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

IPV6_NETWORK = 64  # what one household holds; a single address of it says nothing


def address(request: HttpRequest) -> str:
    """Where a request comes from, by the proxies we trust and by no other header.

    Each trusted proxy adds one address at the right of `X-Forwarded-For`; what stands further left
    is the client's own invention. Raises PermissionDenied where a proxy wrote no address.
    """
    text = request.META.get("REMOTE_ADDR") or ""
    forwarded = request.headers.get("x-forwarded-for", "").split(",")
    if settings.TRUSTED_PROXIES and forwarded[0]:
        text = forwarded[-min(settings.TRUSTED_PROXIES, len(forwarded))]
    try:
        found = ipaddress.ip_address(text.strip())
    except ValueError:
        raise PermissionDenied from None
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, IPV6_NETWORK), strict=False).network_address)


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `amount` in each window of `seconds`, counted by key."""

    name: str
    amount: int
    seconds: int

    @property
    def policy(self) -> str:
        """Its name and size, as the header `RateLimit-Policy` has them."""
        return f'"{self.name}";q={self.amount};w={self.seconds}'

    def take(self, key: str) -> int:
        """Counts one; 0 where it is within the limit, else the seconds to wait.

        `incr` is one step of the cache, so of any number at once exactly `amount` pass.
        """
        now = time.time()
        window, passed = divmod(now, self.seconds)
        counter = f"limit:{self.name}:{window:.0f}:{key}"
        cache.add(counter, 0, self.seconds * 2)
        return 0 if cache.incr(counter) <= self.amount else int(self.seconds - passed) + 1
