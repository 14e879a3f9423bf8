import {
  Broken,
  commitmentOf,
  linesOf,
  parse,
  pick,
  push,
  replay,
  tilesOf,
  verify,
} from "../static/verify/kashi_verify.mjs";
import { equal, ok, test } from "./harness.js";
import { honest } from "./record.js";

const VECTORS = await (await fetch("/seeds/fairness-vectors.json")).json();
const RULES = await (await fetch("/seeds/rules-vectors.json")).json();

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16));

/** @param {unknown} record @returns {[number, string] | null} */
function broken(record) {
  try {
    verify(record);
    return null;
  } catch (error) {
    if (error instanceof Broken) return [error.ply, error.code];
    throw error;
  }
}

test("every single spawn of the vectors appears where it should", () => {
  const { seed, game_id, client_seed } = VECTORS.single_spawns_of;
  const spawn = tilesOf(bytes(seed), game_id, client_seed);
  for (const { n, empties, cell, value } of VECTORS.single_spawns) {
    equal(spawn(n, empties), { cell, value }, `spawn ${n} of ${empties.length}`);
  }
});

test("words that would favour a cell are skipped", () => {
  for (const { m, words, result } of VECTORS.rejection) {
    const picked = words.map((/** @type {string} */ word) => {
      const high = Number(BigInt(word) >> 32n);
      return pick(high, Number(BigInt(word) & 0xffffffffn), m);
    });
    equal(
      picked.find((/** @type {number} */ r) => r >= 0),
      result,
      `below ${m}`,
    );
  }
});

test("halves of a word give what the whole word gives, at every border and for every board", () => {
  for (let m = 10; m <= 640; m += 10) {
    const limit = 2n ** 64n - (2n ** 64n % BigInt(m));
    const words = [0n, 1n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 53n + 1n, limit - 1n, limit];
    for (const word of [...words, 2n ** 64n - 1n]) {
      const should = word < limit ? Number(word % BigInt(m)) : -1;
      equal(pick(Number(word >> 32n), Number(word & 0xffffffffn), m), should, `${word} % ${m}`);
    }
  }
});

test("the games of the vectors hold, with the tiles they name", async () => {
  for (const [i, record] of (await honest()).entries()) {
    equal(commitmentOf(bytes(record.seed), record.game_id), record.commitment);
    const spawns = [...replay(record)].flatMap((step) => step.spawns);
    const first = spawns.slice(0, 20).map(({ cell, value }, n) => [n, cell, value]);
    equal(first, VECTORS.games[i].spawn_log_first_20, `spawns of game ${i}`);
    equal(verify(record).ply, record.moves.length, `plies of game ${i}`);
  }
});

test("what a replay gives is the reader's own: the next step does not change it", async () => {
  const [record] = await honest();
  const steps = [...replay(record)];
  equal(steps[0].direction, null);
  equal(steps[0].spawns.length, 2);
  equal(steps[0].cells.filter((/** @type {number} */ tile) => tile > 0).length, 2);
  equal(steps.map(({ ply }) => ply).join(), Array.from(steps, (_, ply) => ply).join());
  equal(steps[5].direction, record.moves[4]);
});

test("a false record is caught at its ply", async () => {
  const [, record] = await honest();
  const { moves } = record;
  const last = moves.length;
  equal(broken({ ...record, moves: `${moves.slice(0, 3)}X${moves.slice(4)}` }), [4, "letter"]);
  equal(broken({ ...record, moves: `${moves}L`, think_ms: [...record.think_ms, 1] }), [
    last + 1,
    "ended",
  ]);
  equal(broken({ ...record, score: record.score + 4 }), [last, "score"]);
  equal(broken({ ...record, client_seed: "0" }), [0, "client_seed"]);
  equal(broken([]), [0, "record"]);
});

test("numbers are compared as they are written", async () => {
  const [record] = await honest();
  const source = JSON.stringify(record);
  const claim = (/** @type {string} */ score) =>
    broken(parse(source.replace(`"score":${record.score}`, `"score":${score}`)));
  equal(claim(`${record.score}`), null);
  const last = record.moves.length;
  const written = [".0", ".0000000000000000000000001", "e0", "0".repeat(400)];
  for (const more of written) equal(claim(`${record.score}${more}`), [last, "score"], more);
});

test("parse takes strings for strings, and what is not JSON for nothing", () => {
  const strange = { 12: "3.5", a: ['"', "\\", "1e5", { b: "\\u0031" }], c: [0, -7, true, null] };
  equal(parse(JSON.stringify(strange)), strange);
  equal(parse("9007199254740993") === 9007199254740993n, true, "past 2^53");
  for (const none of ["", "{", "NaN", "[1 2]", "01", "'a'", "[".repeat(100_000)]) {
    try {
      parse(none);
    } catch (error) {
      ok(error instanceof SyntaxError || error instanceof RangeError, `${none}: ${error}`);
      continue;
    }
    throw new Error(`${none} was taken for JSON`);
  }
});

test("a push does what the vectors say", () => {
  const exponents = (/** @type {number[][]} */ board) =>
    Uint8Array.from(board.flat(), (value) => (value === 0 ? 0 : Math.log2(value)));
  const letters = { up: "U", right: "R", down: "D", left: "L" };
  for (const { board, direction, changed, after_slide, points } of RULES.moves) {
    const lines = linesOf({ rows: board.length, columns: board[0].length });
    const letter = letters[/** @type {keyof typeof letters} */ (direction)];
    const pushed = push(exponents(board), lines[/** @type {"U"} */ (letter)]);
    equal([...pushed.after], [...exponents(after_slide)], `${direction} of ${board}`);
    equal([pushed.points, pushed.changed], [points, changed], `${direction} of ${board}`);
  }
});
