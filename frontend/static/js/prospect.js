/**
 * The place of a score that is still growing, between two answers of the server: whoever of those
 * above is reached moves below.
 *
 * @typedef {{rank: number, player: string | null, value: number}} Row
 * @typedef {{me: Row, above: Row[], below: Row[], missing: number | null}} Around
 */
export class Prospect {
  #around;

  /** @param {Around} around `above` from the farthest to the nearest, `below` from the nearest on */
  constructor(around) {
    this.#around = around;
  }

  /** The score that the server was asked about. */
  get score() {
    return this.#around.me.value;
  }

  /**
   * Whether the server knows more than we do about this score: it has passed somebody, or it is
   * another game's.
   *
   * @param {number} score
   */
  isOld(score) {
    const { me, above } = this.#around;
    return score < me.value || above.some(({ value }) => me.value < value && value <= score);
  }

  /**
   * @param {number} score
   * @returns {Around} `missing` is null at the top, and where nobody above is known any more
   */
  at(score) {
    const { me, above, below, missing } = this.#around;
    const reached = above.filter(({ value }) => me.value < value && value <= score);
    const passed = above.filter(({ value, player }) => value < score && !this.#isMine(player));
    const ahead = above.filter(({ value }) => value >= score);
    const next = ahead.findLast(({ value }) => value > score);
    const known = score === me.value ? missing : null;
    return {
      me: { ...me, value: score, rank: me.rank - reached.length },
      above: ahead,
      below: [...passed.map((row) => ({ ...row, rank: row.rank + 1 })), ...below],
      missing: next === undefined ? known : next.value - score,
    };
  }

  /** @param {string | null} player the best of one's own gives way to a better score */
  #isMine(player) {
    return player !== null && player === this.#around.me.player;
  }
}
