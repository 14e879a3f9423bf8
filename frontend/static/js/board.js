/**
 * What one push does to a board: pure, and the same as the server's rules to the cell.
 * Cells are tile values row by row from the top left; 0 is empty.
 *
 * @typedef {"U" | "R" | "D" | "L"} Direction
 * @typedef {{rows: number, columns: number}} Shape
 * @typedef {{from: number, to: number, merges: boolean}} Movement
 *     The way of one tile; `merges` when it goes into the tile that stands at `to` already.
 * @typedef {{cells: number[], movements: Movement[], made: number[], points: number,
 *     changed: boolean}} Slide
 *     `made` are the tiles that merges made; `changed` says whether this was a valid move.
 */

/** @type {readonly Direction[]} */
export const DIRECTIONS = ["U", "R", "D", "L"];

/**
 * @param {string} name rows × columns, as in "3x4"
 * @returns {Shape}
 */
export function shapeOf(name) {
  const [rows, columns] = name.split("x").map(Number);
  return { rows, columns };
}

/**
 * The lines of cells that a push goes along, each from the edge that is pushed towards.
 *
 * @param {Shape} shape
 * @param {Direction} direction
 * @returns {number[][]}
 */
function linesOf({ rows, columns }, direction) {
  const upright = direction === "U" || direction === "D";
  const lines = Array.from({ length: upright ? columns : rows }, (_, line) =>
    Array.from({ length: upright ? rows : columns }, (_, step) =>
      upright ? step * columns + line : line * columns + step,
    ),
  );
  const towardsLast = direction === "R" || direction === "D";
  return towardsLast ? lines.map((line) => line.reverse()) : lines;
}

/**
 * Pairs form from the edge, and a tile made in this push takes no further one.
 *
 * @param {readonly number[]} cells
 * @param {number[]} line
 * @param {Slide} result grows by what this line does
 */
function slideLine(cells, line, result) {
  let placed = 0;
  let mayMerge = false;
  for (const from of line) {
    const value = cells[from];
    if (value === 0) continue;
    /** @type {boolean} */
    const merges = mayMerge && result.cells[line[placed - 1]] === value;
    if (!merges) placed += 1;
    const to = line[placed - 1];
    result.cells[to] = merges ? 2 * value : value;
    if (merges) result.made.push(2 * value);
    result.movements.push({ from, to, merges });
    mayMerge = !merges;
  }
}

/**
 * @param {readonly number[]} cells
 * @param {Shape} shape
 * @param {Direction} direction
 * @returns {Slide} with a movement for every tile, also for those that stay
 */
export function slide(cells, shape, direction) {
  /** @type {Slide} */
  const result = {
    cells: cells.map(() => 0),
    movements: [],
    made: [],
    points: 0,
    changed: false,
  };
  for (const line of linesOf(shape, direction)) slideLine(cells, line, result);
  result.points = result.made.reduce((sum, value) => sum + value, 0);
  result.changed = result.movements.some(({ from, to }) => from !== to);
  return result;
}

/**
 * @param {readonly number[]} cells
 * @param {Shape} shape
 * @returns {Direction[]} none of them: the game is over
 */
export function legalDirections(cells, shape) {
  return DIRECTIONS.filter((direction) => slide(cells, shape, direction).changed);
}
