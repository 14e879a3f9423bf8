"""The README tells the figures that were measured, and no others."""

import re
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
FIGURE = re.compile(r"\| `(\w+)` \| ([\d.]+) \|")


def test_every_figure_of_the_readme_is_one_that_make_bench_has_written() -> None:
    told = FIGURE.findall((CHECKOUT / "README.md").read_text())
    measured = FIGURE.findall((CHECKOUT / "docs/figures.md").read_text())
    assert told
    assert set(told) <= set(measured)
