/**
 * The buttons of a replay, the choice of its speed, and what is said where it cannot go on.
 *
 * @typedef {"toggle" | "first" | "last" | "back" | "forward" | "load"} Order
 */

export class ReplayControls {
  #root;
  #bar;
  #words;

  /**
   * @param {HTMLElement} root of the replay
   * @param {HTMLElement} bar what holds its buttons: the root itself, unless they move others too
   * @param {Record<string, string>} words
   * @param {(order: Order) => void} onOrder
   */
  constructor(root, bar, words, onOrder) {
    this.#root = root;
    this.#bar = bar;
    this.#words = words;
    const choice = bar.querySelector("select"); // not there where another one's bar moves this
    if (choice) this.#returnFocus(choice);
    for (const each of new Set([root, bar])) {
      for (const button of each.querySelectorAll("button[data-order]")) {
        const { order } = /** @type {HTMLElement} */ (button).dataset;
        button.addEventListener("click", () => onOrder(/** @type {Order} */ (order)));
      }
    }
  }

  /** @param {boolean} playing */
  playing(playing) {
    const [doing, next] = playing ? ["play", "pause"] : ["pause", "play"];
    if (this.#bar.dataset.doing === doing) return;
    this.#bar.dataset.doing = doing;
    this.#part("toggle", this.#bar).setAttribute("aria-label", this.#words[next]);
  }

  /** How many times as fast as the game was played. */
  get speed() {
    return Number(this.#choice.value);
  }

  /** @param {number} by so many speeds up; down where negative */
  hurry(by) {
    const choice = this.#choice;
    const at = Math.min(Math.max(choice.selectedIndex + by, 0), choice.length - 1);
    choice.selectedIndex = at;
  }

  /** @param {boolean} loading whether more of the game is to come */
  loading(loading) {
    this.#root.setAttribute("aria-busy", String(loading));
    if (loading) this.#part("trouble").hidden = true;
  }

  /**
   * @param {"unreachable" | "broken"} code
   * @param {boolean} empty whether there is nothing that could be played
   */
  trouble(code, empty) {
    this.loading(false);
    this.#root.dataset.empty = String(empty);
    this.#part("trouble").hidden = false;
    this.#part("trouble-text").textContent = this.#words[code];
    this.#part("again").hidden = code !== "unreachable";
  }

  /**
   * A hand that chose the speed is done with it; keys that chose it may go on to the next.
   *
   * @param {HTMLSelectElement} choice
   */
  #returnFocus(choice) {
    let byHand = false;
    choice.addEventListener("pointerdown", () => {
      byHand = true;
    });
    choice.addEventListener("keydown", () => {
      byHand = false;
    });
    choice.addEventListener("change", () => {
      if (byHand) this.#part("board").focus({ preventScroll: true });
    });
  }

  get #choice() {
    return /** @type {HTMLSelectElement} */ (this.#part("speed", this.#bar));
  }

  /**
   * @param {string} name
   * @param {HTMLElement} [within]
   */
  #part(name, within = this.#root) {
    return /** @type {HTMLElement} */ (within.querySelector(`[data-part="${name}"]`));
  }
}
