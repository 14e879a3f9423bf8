/**
 * The line that a hand takes hold of, from the first move to the last. Time runs from left to right
 * in every language, as in the players of films that our readers know, and as the keys lie. What
 * keys and screen readers meet is the range that lies over it.
 *
 * @typedef {object} LineEvents
 * @property {(ply: number) => void} onScrub the position that is pointed at, as it changes
 * @property {() => void} onScrubbed the hand has let go
 * @property {(ply: number | null) => void} onHover a mouse points without pressing; null: no more
 */

export class ReplayLine {
  #root;
  /** It alone is styled anew while it moves, not all that stands on the line. */
  #now;
  #range;
  #events;
  #plies;

  /**
   * @param {HTMLElement} root
   * @param {number} plies
   * @param {LineEvents} events
   */
  constructor(root, plies, events) {
    this.#root = root;
    this.#now = /** @type {HTMLElement} */ (root.querySelector(".now"));
    this.#range = /** @type {HTMLInputElement} */ (root.querySelector("input"));
    this.#plies = plies;
    this.#events = events;
    this.#listen();
  }

  /** @param {number} ply where the replay is; nothing of it is said while it plays */
  move(ply) {
    this.#now.style.left = `${100 * this.#share(ply)}%`;
  }

  /**
   * @param {number} ply
   * @param {string} text of it
   * @returns {boolean} whether the range has the focus, so that it is read out without our doing
   */
  tell(ply, text) {
    this.#range.value = String(ply);
    this.#range.setAttribute("aria-valuetext", text);
    return document.activeElement === this.#range;
  }

  #listen() {
    const held = () => this.#root.dataset.held === "true";
    this.#root.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.#root.setPointerCapture(event.pointerId);
      this.#root.dataset.held = "true";
      this.#range.focus({ preventScroll: true });
      this.#events.onScrub(this.#plyAt(event));
    });
    this.#root.addEventListener("pointermove", (event) => {
      if (held()) this.#events.onScrub(this.#plyAt(event));
      else if (event.pointerType === "mouse") this.#events.onHover(this.#plyAt(event));
    });
    this.#root.addEventListener("pointerleave", () => this.#events.onHover(null));
    for (const end of ["pointerup", "pointercancel"]) {
      this.#root.addEventListener(end, () => {
        if (held()) this.#events.onScrubbed();
        this.#root.dataset.held = "false";
      });
    }
    this.#range.addEventListener("input", () => {
      this.#events.onScrub(Number(this.#range.value));
      this.#events.onScrubbed();
    });
  }

  /** @param {PointerEvent} event */
  #plyAt({ clientX }) {
    const { left, width } = this.#root.getBoundingClientRect();
    const share = Math.min(Math.max((clientX - left) / width, 0), 1);
    return Math.round(share * this.#plies);
  }

  /** @param {number} ply */
  #share(ply) {
    return this.#plies === 0 ? 0 : ply / this.#plies;
  }
}
