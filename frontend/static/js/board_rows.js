/** The rows of a board before and after it changes. */

const MOVE_MS = 400;

/**
 * @param {ParentNode} parent
 * @returns {Map<string, HTMLElement>} the rows by whose they are
 */
function rows(parent) {
  const found = parent.querySelectorAll("tr[data-player]");
  return new Map([...found].map((row) => keyed(/** @type {HTMLElement} */ (row))));
}

/**
 * @param {HTMLElement} row
 * @returns {[string, HTMLElement]}
 */
function keyed(row) {
  return [row.dataset.player ?? "", row];
}

/**
 * Rows that say the same stay the elements they are.
 *
 * @param {ParentNode} shown
 * @param {ParentNode} fresh
 */
export function keepEqual(shown, fresh) {
  const old = rows(shown);
  for (const [player, row] of rows(fresh)) {
    const same = old.get(player);
    if (same?.isEqualNode(row)) row.replaceWith(same);
  }
}

/** @param {ParentNode} parent */
export function tops(parent) {
  return new Map([...rows(parent)].map(([key, row]) => [key, row.getBoundingClientRect().top]));
}

/**
 * @param {ParentNode} parent
 * @param {Map<string, number>} before where the rows were seen
 */
export function move(parent, before) {
  for (const [player, row] of rows(parent)) {
    const from = before.get(player);
    if (from === undefined) {
      row.animate({ opacity: [0, 1] }, MOVE_MS);
      continue;
    }
    const by = from - row.getBoundingClientRect().top;
    if (by === 0) continue;
    const transform = [`translateY(${by}px)`, "none"];
    row.animate({ transform }, { duration: MOVE_MS, easing: "ease-out" });
  }
}

/**
 * The link that has the focus: whose row it is in, and which of its links; or its relation.
 *
 * @param {HTMLElement} parent
 */
export function standing(parent) {
  const link = document.activeElement;
  if (!(link instanceof HTMLAnchorElement) || !parent.contains(link)) return null;
  const row = link.closest("tr");
  const number = row ? [...row.querySelectorAll("a")].indexOf(link) : 0;
  return { player: row?.dataset.player, number, rel: link.rel };
}

/**
 * @param {HTMLElement} parent
 * @param {NonNullable<ReturnType<typeof standing>>} stood
 */
export function standOn(parent, { player, number, rel }) {
  const row = player === undefined ? undefined : rows(parent).get(player);
  const link = row
    ? row.querySelectorAll("a")[number]
    : parent.querySelector(rel ? `a[rel="${rel}"]` : "a");
  if (link instanceof HTMLElement) link.focus({ preventScroll: true });
}
