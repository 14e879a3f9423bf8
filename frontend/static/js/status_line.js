import { fill } from "./numbers.js";

const SAVING_MS = 400; // an answer that comes sooner changes one number, not the sentence
const AWAY_MS = 5000;

/**
 * The line below the board: what is saved, and how the line to the server is.
 *
 * @typedef {"saved" | "saving" | "lost" | "away"} Kind
 */
export class StatusLine {
  #element;
  #words;
  #numbers;
  #ply = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} element
   * @param {Record<string, string>} words
   * @param {import("./numbers.js").Numbers} numbers
   */
  constructor(element, words, numbers) {
    this.#element = element;
    this.#words = words;
    this.#numbers = numbers;
  }

  /**
   * @param {number} ply
   * @returns {string} what it says now
   */
  saved(ply) {
    this.#ply = ply;
    return this.#say("saved");
  }

  /** Shows only when the answer takes its time. */
  saving() {
    this.#later("saving", SAVING_MS);
  }

  /** @returns {string} what it says now */
  lost() {
    return this.#say("lost");
  }

  /**
   * @param {number} ply where the game stands without this page's doing
   * @returns {string} what it says now
   */
  away(ply) {
    this.#ply = ply;
    const text = this.#say("away");
    this.#later("saved", AWAY_MS);
    return text;
  }

  /**
   * @param {Kind} kind
   * @param {number} wait
   */
  #later(kind, wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#say(kind), wait);
  }

  /** @param {Kind} kind */
  #say(kind) {
    clearTimeout(this.#timer);
    const text = fill(this.#words[kind], { move: this.#numbers.plain(this.#ply) });
    this.#element.textContent = text;
    this.#element.dataset.kind = kind;
    return text;
  }
}
