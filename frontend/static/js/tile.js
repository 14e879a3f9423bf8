/**
 * One tile on the screen, from its spawn to the merge that takes it up. Its element slides by a CSS
 * transition of the transform, its face grows and pops; nothing else moves, so that the compositor
 * does all of it.
 */

export const SLIDE_MS = 100;
const POP = [{ transform: "scale(1)" }, { transform: "scale(1.1)" }, { transform: "scale(1)" }];
const GROW = [{ transform: "scale(0)" }, { transform: "scale(1)" }];
const FADE = [{ opacity: 0.3 }, { opacity: 1 }];
const HIGHEST_NAMED = 131072; // the last tile that colours.css names; above it two looks take turns

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Tile {
  /** The number it has, or will have when the slide that is seen has ended. */
  value;
  element = document.createElement("div");
  #face = document.createElement("div");
  #digits;
  /** @type {Animation | null} */
  #growth = null;

  /**
   * @param {number} value
   * @param {(value: number) => string} digits
   */
  constructor(value, digits) {
    this.value = value;
    this.#digits = digits;
    this.element.className = "tile";
    this.#face.className = "face";
    this.element.append(this.#face);
    this.draw();
  }

  draw() {
    const { value } = this;
    this.#face.textContent = this.#digits(value);
    this.#face.dataset.v = String(value);
    this.#face.dataset.length = String(String(value).length);
    if (value > HIGHEST_NAMED) {
      this.#face.dataset.beyond = Math.log2(value) % 2 === 0 ? "even" : "odd";
    } else if (this.#face.dataset.beyond) {
      delete this.#face.dataset.beyond;
    }
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  place(row, column) {
    this.element.style.setProperty("--row", String(row));
    this.element.style.setProperty("--column", String(column));
  }

  /** @param {number} delay milliseconds until it grows */
  grow(delay) {
    this.#growth = this.#animate(GROW, 120, delay);
  }

  /** Comes without a slide: the board was another one a moment ago. */
  fade() {
    this.#animate(FADE, 120);
  }

  /** Takes on the number that a merge gave it. */
  merge() {
    this.draw();
    this.#animate(POP, 140);
  }

  /** @param {number} value that it is all at once */
  become(value) {
    this.value = value;
    this.draw();
  }

  /** A new push does not wait for it. */
  finish() {
    this.#growth?.finish();
    this.#growth = null;
  }

  shine() {
    this.element.classList.add("shines");
  }

  /**
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {number} [delay]
   */
  #animate(frames, duration, delay = 0) {
    const seen = still.matches ? FADE : frames;
    const timing = { duration, delay: still.matches ? 0 : delay, easing: "ease-out" };
    return this.#face.animate(seen, { ...timing, fill: "backwards" });
  }
}
