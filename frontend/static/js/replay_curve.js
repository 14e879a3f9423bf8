/**
 * What is drawn on the line of a game: its score, the highest tile below it in the colours of the
 * tiles, and the milestones. It grows while the game is rebuilt.
 *
 * @typedef {import("./replay_positions.js").Positions} Positions
 */

const SAMPLES = 400; // as many as there are pixels to tell them apart
const HEADROOM = 0.9; // of the height is the curve's; the names of the milestones stand above it
const APART = 0.13; // of the width, between two names
const NEAR_START = 0.12; // where a name stands behind its point and not before it

export class ReplayCurve {
  #root;
  #digits;
  #plies;
  #score;
  #milestones;

  /**
   * @param {HTMLElement} root of the line
   * @param {{moves: number, score: number, milestones: number[]}} game
   * @param {(value: number) => string} digits
   */
  constructor(root, { moves, score, milestones }, digits) {
    this.#root = root;
    this.#plies = moves;
    this.#score = Math.max(score, 1);
    this.#milestones = milestones;
    this.#digits = digits;
  }

  /**
   * Draws as much as is known.
   *
   * @param {Positions} positions
   */
  grow(positions) {
    const points = [];
    const known = positions.length - 1;
    const step = Math.max(1, this.#plies / SAMPLES);
    for (let at = 0; at < known; at += step) points.push(this.#point(positions, Math.floor(at)));
    points.push(this.#point(positions, known));
    const right = points[points.length - 1].split(",")[0];
    this.#part("curve").setAttribute("d", `M${points.join("L")}`);
    this.#part("area").setAttribute("d", `M0,100L${points.join("L")}L${right},100Z`);
    this.#drawLadder(positions);
    this.#drawMarks(positions);
  }

  /** @param {number} ply */
  #share(ply) {
    return this.#plies === 0 ? 0 : ply / this.#plies;
  }

  /** @param {number} score */
  #height(score) {
    return 1 - (HEADROOM * score) / this.#score;
  }

  /**
   * @param {Positions} positions
   * @param {number} ply
   */
  #point(positions, ply) {
    const [x, y] = [this.#share(ply) * 1000, this.#height(positions.scoreAt(ply)) * 100];
    return `${x.toFixed(1)},${y.toFixed(2)}`;
  }

  /** @param {Positions} positions */
  #drawLadder({ firsts, length }) {
    const steps = firsts.map(({ value, ply }, index) => {
      const end = firsts[index + 1]?.ply ?? length - 1;
      const step = document.createElement("i");
      step.dataset.v = String(value);
      step.style.left = `${this.#share(ply) * 100}%`;
      step.style.width = `${this.#share(end - ply) * 100}%`;
      return step;
    });
    this.#part("ladder").replaceChildren(...steps);
  }

  /**
   * The highest are named first; one that would stand on another has its point alone.
   *
   * @param {Positions} positions
   */
  #drawMarks(positions) {
    let free = Number.POSITIVE_INFINITY;
    const reached = positions.firsts.filter(({ value }) => this.#milestones.includes(value));
    const marks = reached.reverse().map(({ value, ply }) => {
      const mark = document.createElement("b");
      const at = this.#share(ply);
      mark.style.left = `${at * 100}%`;
      mark.style.top = `${this.#height(positions.scoreAt(ply)) * 100}%`;
      mark.dataset.side = at < NEAR_START ? "after" : "before";
      if (free - at >= APART) {
        const name = document.createElement("span");
        name.textContent = this.#digits(value);
        mark.append(name);
        free = at;
      }
      return mark;
    });
    this.#part("marks").replaceChildren(...marks);
  }

  /** @param {string} name */
  #part(name) {
    return /** @type {HTMLElement} */ (this.#root.querySelector(`[data-part="${name}"]`));
  }
}
