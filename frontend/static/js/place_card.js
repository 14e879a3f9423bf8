import { fill } from "./numbers.js";
import { Prospect } from "./prospect.js";

/**
 * @typedef {import("./prospect.js").Around} Around
 * @typedef {import("./prospect.js").Row} Row
 */

const PACE = { between: 5000, afterTrouble: 30_000 };
const PATIENCE_MS = 10_000;
const SHOWN = 3;

/**
 * The place that the running game would take this month, with the neighbours and the points to the
 * next place. It counts on by itself with the neighbours it knows, and asks the server only when
 * one of them is passed: seldom, and never while nobody looks.
 */
export class PlaceCard {
  #rows;
  #next;
  #words;
  #numbers;
  #ask;
  #pace;
  #score = 0;
  /** @type {Prospect | null} */
  #prospect = null;
  #notBefore = 0;
  #asking = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} element
   * @param {Record<string, string>} words
   * @param {import("./numbers.js").Numbers} numbers
   * @param {(score: number) => Promise<Around>} ask
   * @param {typeof PACE} [pace] in milliseconds
   */
  constructor(element, words, numbers, ask, pace = PACE) {
    this.#rows = /** @type {HTMLElement} */ (element.querySelector("ol"));
    this.#next = /** @type {HTMLElement} */ (element.querySelector("p"));
    this.#words = words;
    this.#numbers = numbers;
    this.#ask = ask;
    this.#pace = pace;
    document.addEventListener("visibilitychange", () => this.#askIfDue());
  }

  /** @param {number} score of the game on the screen, as it is now */
  take(score) {
    if (score === this.#score && this.#prospect) return;
    if (score < this.#score) this.#notBefore = 0; // another game begins
    this.#score = score;
    this.#show();
    this.#askIfDue();
  }

  #askIfDue() {
    clearTimeout(this.#timer);
    const due = this.#prospect === null || this.#prospect.isOld(this.#score);
    if (!due || this.#asking || document.hidden) return;
    this.#timer = setTimeout(() => this.#renew(), Math.max(0, this.#notBefore - Date.now()));
  }

  async #renew() {
    this.#asking = true;
    let wait = this.#pace.between;
    try {
      this.#prospect = new Prospect(await this.#ask(this.#score));
    } catch {
      wait = this.#pace.afterTrouble; // what is shown stays
    }
    this.#asking = false;
    this.#notBefore = Date.now() + wait;
    this.#show();
    this.#askIfDue();
  }

  #show() {
    if (this.#prospect === null) return;
    if (this.#score < this.#prospect.score) {
      this.#rows.replaceChildren();
      this.#next.textContent = "";
      return;
    }
    const { me, above, below, missing } = this.#prospect.at(this.#score);
    const over = above.slice(-Math.max(1, SHOWN - 1 - below.length));
    const rows = [...over, me, ...below].slice(0, SHOWN);
    this.#rows.replaceChildren(...rows.map((row) => this.#row(row, me)));
    this.#next.textContent = this.#toTheNext(missing, me.rank, rows.length);
  }

  /**
   * @param {Row} row
   * @param {Row} me
   */
  #row(row, me) {
    const item = document.createElement("li");
    if (row === me) item.className = "me";
    const name = document.createElement("bdi");
    name.textContent = this.#nameOf(row, me);
    const [rank, value] = [row.rank, row.value].map((figure) => this.#figure(figure));
    item.append(rank, name, value);
    return item;
  }

  /**
   * @param {Row} row
   * @param {Row} me a guest has no name, nor a best with a place
   */
  #nameOf(row, me) {
    if (row === me) return this.#words.place_you;
    return row.player === me.player ? this.#words.place_best : row.player;
  }

  /** @param {number} value */
  #figure(value) {
    const element = document.createElement("span");
    element.textContent = this.#numbers.grouped(value);
    return element;
  }

  /**
   * @param {number | null} missing
   * @param {number} rank
   * @param {number} rows
   */
  #toTheNext(missing, rank, rows) {
    if (missing !== null) {
      return fill(this.#words.place_next, { points: this.#numbers.grouped(missing) });
    }
    if (rank > 1) return ""; // the next answer tells
    return rows > 1 ? this.#words.place_first : this.#words.place_alone;
  }
}

/**
 * @param {string} url
 * @returns {(score: number) => Promise<Around>}
 */
export function asker(url) {
  return async (score) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(`${url}?score=${score}`, { signal });
    if (!response.ok) throw new Error(`The answer was ${response.status}.`);
    return response.json();
  };
}
