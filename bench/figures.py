"""How a figure is told: its median first, then how far the rounds lay apart."""

from collections.abc import Sequence
from statistics import median


def show(name: str, values: Sequence[float], *, digits: int = 0) -> None:
    """One line, `name: median  # lowest to highest of so many`."""
    line = f"{name}: {median(values):.{digits}f}"
    if len(values) > 1:
        line += f"  # {min(values):.{digits}f} to {max(values):.{digits}f} of {len(values)}"
    print(line, flush=True)
