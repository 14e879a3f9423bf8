/**
 * When each move of a game was made, and when it is shown: at the real pace or faster, and pauses
 * of somebody who looked out of the window are not waited for in full. A game's clock starts with
 * its first move, as leaderboards count.
 */

const LONGEST_PAUSE_MS = 3000;
const LONGEST_FRAME_MS = 250; // after a tab was hidden it goes on where it was

export class Pace {
  #times;
  #shown;

  /** @param {ArrayLike<number>} thinks milliseconds before each move */
  constructor(thinks) {
    this.#times = new Float64Array(thinks.length + 1);
    this.#shown = new Float64Array(thinks.length + 1);
    for (let move = 0; move < thinks.length; move += 1) {
      this.#times[move + 1] = this.#times[move] + (move === 0 ? 0 : thinks[move]);
      this.#shown[move + 1] = this.#shown[move] + Math.min(thinks[move], LONGEST_PAUSE_MS);
    }
  }

  /** The last ply. */
  get plies() {
    return this.#times.length - 1;
  }

  /**
   * @param {number} ply
   * @returns {number} milliseconds of play from the first move on
   */
  timeOf(ply) {
    return this.#times[ply] ?? 0;
  }

  /**
   * @param {number} ply
   * @returns {number} milliseconds into the replay at which it is shown; 0 while no times are known
   */
  shownAt(ply) {
    return this.#shown[ply] ?? 0;
  }

  /**
   * @param {number} ms into the replay
   * @returns {number} the ply that is shown then
   */
  plyAt(ms) {
    let [low, high] = [0, this.plies];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#shown[middle] <= ms) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Where a replay stands while it plays, by the pace of its game. */
export class Clock {
  pace = new Pace([]);
  /** Milliseconds into the replay, and when the last frame was. */
  #shown = 0;
  #at = 0;

  /**
   * @param {Pace} pace as soon as it is known
   * @param {number} ply
   */
  set(pace, ply) {
    this.pace = pace;
    this.#shown = pace.shownAt(ply);
  }

  /** @param {number} ply */
  start(ply) {
    this.#shown = this.pace.shownAt(ply);
    this.#at = performance.now();
  }

  /**
   * @param {number} now the time of this frame
   * @param {number} speed
   * @param {number} ply of the last frame
   * @param {number} known the last ply that has been rebuilt: it waits there for the next ones
   * @returns {number} the ply of this frame
   */
  tick(now, speed, ply, known) {
    const passed = Math.min(Math.max(now - this.#at, 0), LONGEST_FRAME_MS);
    this.#at = now;
    if (ply > known) return ply;
    this.#shown = Math.min(this.#shown + passed * speed, this.pace.shownAt(known));
    return this.pace.plyAt(this.#shown);
  }
}
