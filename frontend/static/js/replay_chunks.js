import { replay } from "../verify/kashi_verify.mjs";
import { CHUNK_PLIES } from "./replay_positions.js";

/**
 * The positions of a record, in parts that can be handed over without a copy. What does not follow
 * from the seed and the rules is thrown by `replay`, after the parts before it.
 *
 * @typedef {import("./replay_positions.js").Chunk} Chunk
 */

/**
 * @param {any} record
 * @param {number} size cells of its board
 * @returns {Generator<Chunk>}
 */
export function* chunksOf(record, size) {
  /** @type {import("../verify/kashi_verify.mjs").Step[]} */
  let gathered = [];
  try {
    for (const position of replay(record)) {
      gathered.push(position);
      if (gathered.length < CHUNK_PLIES) continue;
      yield packed(gathered, size);
      gathered = [];
    }
  } finally {
    if (gathered.length > 0) yield packed(gathered, size);
  }
}

/**
 * @param {import("../verify/kashi_verify.mjs").Step[]} positions
 * @param {number} size
 * @returns {Chunk}
 */
function packed(positions, size) {
  const length = positions.length;
  const chunk = {
    first: positions[0].ply,
    cells: new Uint8Array(length * size),
    scores: new Float64Array(length),
    highest: new Uint8Array(length),
    spawns: new Uint8Array(length),
    letters: new Uint8Array(length),
  };
  positions.forEach(({ cells, score, spawns, direction }, index) => {
    chunk.cells.set(cells, index * size);
    chunk.scores[index] = score;
    chunk.highest[index] = Math.max(...cells);
    chunk.spawns[index] = spawns.at(-1)?.cell ?? 0;
    chunk.letters[index] = direction?.charCodeAt(0) ?? 0;
  });
  return chunk;
}
