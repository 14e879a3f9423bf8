/**
 * Every position of a game, as far as it has been rebuilt; `replay_chunks.js` sends them in parts.
 * A byte a cell makes a game of 30,000 moves less than a megabyte on the largest board that is
 * ranked, so all of them are kept and none has to be rebuilt when somebody scrubs to it.
 *
 * @typedef {{first: number, cells: Uint8Array, scores: Float64Array, highest: Uint8Array,
 *     spawns: Uint8Array, letters: Uint8Array}} Chunk
 *     `CHUNK_PLIES` positions from `first` on, the last part fewer: exponents, the score, the
 *     highest exponent on the board, and the move that led there: its letter, its new tile's cell.
 * @typedef {{ply: number, cells: number[], score: number, highest: number, direction: string,
 *     spawn: number}} Position
 *     `cells` are tile values; `direction` is empty and `spawn` of no meaning at ply 0.
 */

export const CHUNK_PLIES = 512;

export class Positions {
  /** How many are there: those of ply 0 to `length` - 1. */
  length = 0;
  /** The ply at which each tile was first on the board, by its value, the lowest first.
   * @type {{value: number, ply: number}[]} */
  firsts = [];
  #size;
  /** @type {Chunk[]} */
  #chunks = [];

  /** @param {number} size cells of the board */
  constructor(size) {
    this.#size = size;
  }

  /** @param {Chunk} chunk the next one */
  add(chunk) {
    this.#chunks.push(chunk);
    this.length += chunk.scores.length;
    chunk.highest.forEach((exponent, index) => {
      const value = 2 ** exponent;
      const highest = this.firsts.at(-1)?.value ?? 0;
      if (value > highest) this.firsts.push({ value, ply: chunk.first + index });
    });
  }

  /**
   * @param {number} ply below `length`
   * @returns {Position}
   */
  at(ply) {
    const { chunk, index } = this.#find(ply);
    const exponents = chunk.cells.subarray(index * this.#size, (index + 1) * this.#size);
    return {
      ply,
      cells: Array.from(exponents, (exponent) => (exponent === 0 ? 0 : 2 ** exponent)),
      score: chunk.scores[index],
      highest: 2 ** chunk.highest[index],
      direction: ply === 0 ? "" : String.fromCharCode(chunk.letters[index]),
      spawn: chunk.spawns[index],
    };
  }

  /** @param {number} ply */
  scoreAt(ply) {
    const { chunk, index } = this.#find(ply);
    return chunk.scores[index];
  }

  /** @param {number} ply */
  #find(ply) {
    const chunk = this.#chunks[Math.floor(ply / CHUNK_PLIES)];
    return { chunk, index: ply % CHUNK_PLIES };
  }
}
