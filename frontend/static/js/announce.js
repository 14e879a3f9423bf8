import { fill } from "./numbers.js";

/**
 * What a screen reader says: the name of a cell, and one sentence a move.
 *
 * @typedef {import("./numbers.js").Numbers} Numbers
 * @typedef {Record<string, string>} Words
 */

export class Announcer {
  #words;
  #numbers;
  #columns;

  /**
   * @param {Words} words
   * @param {Numbers} numbers
   * @param {number} columns of the board
   */
  constructor(words, numbers, columns) {
    this.#words = words;
    this.#numbers = numbers;
    this.#columns = columns;
  }

  /**
   * @param {number} cell
   * @param {number} value
   */
  cell(cell, value) {
    const tile = value === 0 ? this.#words.empty : this.#numbers.plain(value);
    return fill(this.#words.cell, { ...this.#place(cell), tile });
  }

  /**
   * @param {import("./game.js").Played} played
   * @returns {string} as in "Left. 8 and 16 merged, 24 points. New 2 in row 1, column 4."
   */
  move({ direction, slide, cell, value }) {
    const sentences = [`${this.#words[direction]}.`];
    if (slide.made.length > 0) {
      sentences.push(
        fill(this.#words.merged, {
          tiles: this.#numbers.list(slide.made),
          points: this.#numbers.grouped(slide.points),
        }),
      );
    }
    sentences.push(
      fill(this.#words.spawned, { ...this.#place(cell), tile: this.#numbers.plain(value) }),
    );
    return sentences.join(" ");
  }

  /**
   * @param {import("./game.js").Game} game
   * @param {number} win the tile that wins on this board
   * @returns {string[]} what is to be said after a move that won the game or ended it
   */
  standing({ status, score }, win) {
    if (status === "won") return [fill(this.#words.won, { tile: this.#numbers.plain(win) })];
    if (status === "playing") return [];
    return [fill(this.#words.ended, { score: this.#numbers.grouped(score) })];
  }

  /** @param {number} cell */
  #place(cell) {
    return {
      row: this.#numbers.plain(Math.floor(cell / this.#columns) + 1),
      column: this.#numbers.plain((cell % this.#columns) + 1),
    };
  }
}
