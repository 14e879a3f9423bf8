import { chunksOf } from "../static/js/replay_chunks.js";
import { Positions } from "../static/js/replay_positions.js";
import { equal, ok, test } from "./harness.js";
import { recordOf, truthOf } from "./replayed.js";

/** @param {any} record @returns {[Positions, unknown]} as far as it can be rebuilt, and what stops it */
function rebuilt(record) {
  const positions = new Positions(record.rows * record.columns);
  try {
    for (const chunk of chunksOf(record, record.rows * record.columns)) positions.add(chunk);
  } catch (error) {
    return [positions, error];
  }
  return [positions, null];
}

for (const number of [0, 1, 2, 3]) {
  test(`every position of game ${number} of the vectors is there, in chunks of any fill`, () => {
    const record = recordOf(number);
    const [positions, error] = rebuilt(record);
    const truth = truthOf(record);
    equal([positions.length, error], [record.moves.length + 1, null]);
    truth.forEach(({ cells, score }, ply) => {
      const position = positions.at(ply);
      equal([position.cells, position.score], [cells, score], `ply ${ply}`);
      equal(position.highest, Math.max(...cells), `highest at ${ply}`);
      equal(position.direction, record.moves[ply - 1] ?? "", `direction at ${ply}`);
      if (ply > 0) ok([2, 4].includes(cells[position.spawn]), `spawn at ${ply}`);
    });
  });
}

test("each tile is first where it was first, and none that is left out", () => {
  const record = recordOf(3);
  const [{ firsts }] = rebuilt(record);
  const truth = truthOf(record);
  equal(
    firsts,
    firsts.map(({ value }) => ({
      value,
      ply: truth.findIndex(({ cells }) => Math.max(...cells) >= value),
    })),
  );
  equal(firsts.at(-1)?.value, Math.max(...record.board.flat()));
});

test("what leads nowhere is told after all that goes before it", () => {
  const record = recordOf(3);
  const moves = `${record.moves.slice(0, 700)}X${record.moves.slice(701)}`;
  const [positions, error] = rebuilt({ ...record, moves });
  equal(positions.length, 701);
  ok(error instanceof Error, "the letter is none");
  equal(positions.at(700).cells, truthOf(record)[700].cells);
});

test("a game without a move has its opening", () => {
  const record = { ...recordOf(0), moves: "", think_ms: [] };
  const [positions, error] = rebuilt(record);
  equal([positions.length, error], [1, null]);
  equal(positions.at(0).cells.filter((value) => value > 0).length, 2);
});
