import { fill } from "./numbers.js";

/** The score of somebody else that the page holds up: what is missing to it, and when it is beaten. */
export class Challenge {
  #element;
  #target;
  #words;
  #numbers;
  #beaten = false;

  /**
   * @param {HTMLElement} element
   * @param {number} target
   * @param {Record<string, string>} words
   * @param {import("./numbers.js").Numbers} numbers
   */
  constructor(element, target, words, numbers) {
    this.#element = element;
    this.#target = target;
    this.#words = words;
    this.#numbers = numbers;
    this.count(0);
  }

  /**
   * @param {number} score of the game on the screen
   * @returns {string[]} what is to be said, once: that it is beaten now
   */
  count(score) {
    const news = score > this.#target && !this.#beaten;
    this.#beaten = score > this.#target;
    const text = this.#standing(score);
    this.#element.textContent = text;
    this.#element.dataset.beaten = String(this.#beaten);
    return news ? [`${text}.`] : [];
  }

  /** @param {number} score */
  #standing(score) {
    if (score === this.#target) return this.#words.level;
    const text = this.#beaten ? this.#words.beaten : this.#words.to_go;
    return fill(text, { points: this.#numbers.grouped(Math.abs(this.#target - score)) });
  }
}
