/**
 * @typedef {import("../static/js/prospect.js").Around} Around
 * @typedef {import("../static/js/prospect.js").Row} Row
 */

/**
 * Rows for tests, as in `rows([1, "ann", 900], [2, "bob", 700])`.
 *
 * @param {[number, string, number][]} given
 * @returns {Row[]}
 */
export function rows(...given) {
  return given.map(([rank, player, value]) => ({ rank, player, value }));
}

/**
 * An answer for tests: a guest's 500 points, the fourth of five.
 *
 * @param {Partial<Around>} [fields] what is not as usual
 * @returns {Around}
 */
export function around(fields = {}) {
  return {
    me: { rank: 4, player: null, value: 500 },
    above: rows([1, "ann", 900], [2, "bob", 700], [2, "cat", 700]),
    below: rows([5, "dan", 400]),
    missing: 200,
    ...fields,
  };
}

/** @param {Row[]} of */
export function ranks(of) {
  return of.map(({ rank, player }) => `${rank} ${player}`);
}
