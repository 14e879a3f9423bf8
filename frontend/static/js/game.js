import { slide } from "./board.js";

/**
 * The page's copy of a game. It runs ahead of the server by one slide at most: what a second push
 * does depends on where the new tile appears, which only the server knows, and a picture that has
 * to be taken back is worse than one that comes a moment later.
 *
 * @typedef {{direction: Letter, slide: import("./board.js").Slide, shown: boolean, cell: number,
 *     value: number}} Played
 *     One counted move; `shown` when its slide was led with, so that only the new tile is news.
 */
export class Game {
  /** @type {number[]} */
  cells;
  score = 0;
  best = 0;
  ply = 0;
  /** @type {Status} */
  status = "playing";
  #shape;
  /** @type {{direction: Letter, slide: import("./board.js").Slide} | null} */
  #lead = null;

  /** @param {import("./board.js").Shape} shape */
  constructor(shape) {
    this.#shape = shape;
    this.cells = Array(shape.rows * shape.columns).fill(0);
  }

  /** @param {StateMessage} state */
  take(state) {
    this.#lead = null;
    this.cells = state.board.flat();
    this.best = Math.max(this.best, state.best ?? 0);
    this.#count(state);
  }

  /** @param {Letter} direction */
  changes(direction) {
    return slide(this.cells, this.#shape, direction).changed;
  }

  /**
   * Runs ahead with the first of these letters that changes the board, as the server will.
   *
   * @param {string} moves
   * @returns {import("./board.js").Slide | null}
   */
  lead(moves) {
    for (const letter of moves) {
      const direction = /** @type {Letter} */ (letter);
      const pushed = slide(this.cells, this.#shape, direction);
      if (!pushed.changed) continue;
      this.#lead = { direction, slide: pushed };
      return pushed;
    }
    return null;
  }

  /**
   * Plays what the server counted, from the position the page knows.
   *
   * @param {MovedMessage} moved
   * @returns {{played: Played[], astray: boolean}} `astray`: what is shown is not what happened
   */
  follow(moved) {
    const led = this.#lead;
    this.#lead = null;
    const played = moved.steps.map((step, index) =>
      this.#play(step, index === 0 && step[0] === led?.direction),
    );
    const board = moved.board.flat();
    const astray = (led !== null && !played[0]?.shown) || board.join() !== this.cells.join();
    this.cells = board;
    this.#count(moved);
    return { played, astray };
  }

  /**
   * @param {Step} step
   * @param {boolean} shown
   * @returns {Played}
   */
  #play([direction, cell, value], shown) {
    const pushed = slide(this.cells, this.#shape, direction);
    this.cells = pushed.cells.with(cell, value);
    return { direction, slide: pushed, shown, cell, value };
  }

  /** @param {StateMessage | MovedMessage} message */
  #count({ score, ply, status }) {
    this.score = score;
    this.best = Math.max(this.best, score);
    this.ply = ply;
    this.status = status;
  }
}
