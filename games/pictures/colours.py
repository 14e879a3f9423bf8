"""The colours of the look in sRGB, for pictures that no browser draws.

frontend/static/css/colours.css is where they are chosen, in OKLCH; a test converts them and holds
this table to them.
"""

GROUND, INK, QUIET, ACCENT = "#f9f6f1", "#1f2635", "#575e6c", "#037a84"
BOARD, CELL, GOLD = "#d8d0c3", "#e7e0d6", "#e0ce89"

TILES = {  # ground and figures of each tile
    2: ("#f8f3e6", "#4d4031"),
    4: ("#f2e3c1", "#4e3c28"),
    8: ("#efcc83", "#4a2e10"),
    16: ("#efae55", "#3c1d05"),
    32: ("#eb883b", "#280d02"),
    64: ("#c74629", "#fffdfa"),
    128: ("#af2843", "#fff9f9"),
    256: ("#84266c", "#fff9fe"),
    512: ("#512f7f", "#fdfaff"),
    1024: ("#1a3071", "#f9fcff"),
    2048: ("#077c86", "#fafeff"),
    4096: ("#006d42", "#f6fef9"),
    8192: ("#004f38", "#f6fef9"),
    16384: ("#1a2f56", "#efcd79"),
    32768: ("#151e43", "#f2cd6f"),
    65536: ("#0d102c", "#f2cd6f"),
    131072: ("#2e194b", "#f8d376"),
}
BEYOND = {"even": ("#210b27", "#f8d376"), "odd": ("#491418", "#f8d376")}


def of_tile(value: int) -> tuple[str, str]:
    """Ground and figures of any tile; above the named ones the two looks take turns."""
    if value in TILES:
        return TILES[value]
    return BEYOND["even" if value.bit_length() % 2 else "odd"]  # the exponent is one less
