"""The verifier that our pages import, in the browser that they run in."""

import json

from playwright.sync_api import Browser

from games.rules.board import Shape
from tests.browser.files import served
from tests.games.rules import many
from tests.games.rules.given import record_of
from tests.games.rules.test_verifiers import python

# What it finds in each line: ply and code, or null where all of it holds.
CHECK = """async (lines) => {
  const { Broken, parse, verify } = await import("/static/verify/kashi_verify.mjs");
  return lines.map((line) => {
    try {
      verify(parse(line));
      return null;
    } catch (error) {
      if (error instanceof Broken) return [error.ply, error.code];
      if (error instanceof SyntaxError) return [0, "not JSON"];
      throw error;
    }
  });
}"""
TIMED = """async (line) => {
  const { parse, verify } = await import("/static/verify/kashi_verify.mjs");
  const start = performance.now();
  const { ply } = verify(parse(line));
  return [ply, performance.now() - start];
}"""


def by_python(line: str) -> list[int | str] | None:
    try:
        python.verify(python.parse(line.encode()))
    except python.Broken as broken:
        return [broken.ply, broken.code]
    except ValueError:
        return [0, "not JSON"]
    return None


def test_both_verifiers_find_the_same_in_two_thousand_games(browser: Browser) -> None:
    with served() as address, browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}/tests/index.html?file=record.js")
        assert page.evaluate(CHECK, many.lines()) == [by_python(line) for line in many.lines()]


def test_a_game_of_thirty_thousand_moves_takes_no_two_seconds(browser: Browser) -> None:
    record = record_of(Shape(8, 8), bytes(32), "LDLDRLDLDLUDLDRD" * 2000)
    assert len(record["moves"]) > 30_000
    with served() as address, browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}/tests/index.html?file=record.js")
        moves, milliseconds = page.evaluate(TIMED, json.dumps(record))
    assert moves == len(record["moves"])
    assert milliseconds < 2000
