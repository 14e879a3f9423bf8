"""What a fault came to: its counts, its own figures, and the bounds it broke."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from tests.faults.ledger import Counts


@dataclass(slots=True)
class Outcome:
    """Of one fault."""

    name: str
    counts: Counts = field(default_factory=Counts)
    figures: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def add(self, counts: Counts) -> None:
        """The counts of a comparison; acknowledged moves are counted by the last one."""
        acknowledged = counts.acknowledged
        self.counts = self.counts.plus(counts)._replace(acknowledged=acknowledged)

    def at_most(self, name: str, value: float, limit: float) -> None:
        self._figure(name, value, holds=value <= limit, bound=f"≤ {limit:g}")

    def at_least(self, name: str, value: float, limit: float) -> None:
        self._figure(name, value, holds=value >= limit, bound=f"≥ {limit:g}")

    def _figure(self, name: str, value: float, *, holds: bool, bound: str) -> None:
        text = f"{name} {value:.3g}" if isinstance(value, float) else f"{name} {value}"
        self.figures.append(f"{text} ({bound})" if holds else f"{text} (BROKEN: {bound})")
        if not holds:
            self.broken.append(name)

    @property
    def holds(self) -> bool:
        return not self.broken and not self.counts.broken

    def __str__(self) -> str:
        counts = " ".join(f"{name} {n}" for name, n in self.counts._asdict().items())
        return f"{self.name}: {counts}; {', '.join(self.figures)}"


def percentile(values: Sequence[float], percent: int) -> float:
    """Infinity where there is none: nothing came."""
    ordered = sorted(values) or [float("inf")]
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


async def patience(seconds: float) -> AsyncIterator[None]:
    """Looks again and again; what did not happen by the end is seen by who waited."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
        await asyncio.sleep(0.01)
