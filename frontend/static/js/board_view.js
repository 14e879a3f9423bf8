import { SLIDE_MS, Tile } from "./tile.js";

/**
 * Draws a board and moves its tiles. A new push takes each tile from where it is seen at that
 * moment to where it belongs, so that fast play is fast on the screen and never queued up.
 *
 * @typedef {(cell: number, value: number) => string} Label the name of a cell for a screen reader
 */
export class BoardView {
  #shape;
  #label;
  #digits;
  /** @type {HTMLElement[]} */
  #cells = [];
  #layer = document.createElement("div");
  /** @type {(Tile | null)[]} */
  #tiles;
  /** @type {{gone: Tile, kept: Tile}[]} */
  #merging = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #landing;

  /**
   * @param {HTMLElement} board
   * @param {import("./board.js").Shape} shape
   * @param {Label} label
   * @param {(value: number) => string} digits
   */
  constructor(board, shape, label, digits) {
    this.#shape = shape;
    this.#label = label;
    this.#digits = digits;
    this.#tiles = Array(shape.rows * shape.columns).fill(null);
    this.#layer.className = "tiles";
    this.#layer.setAttribute("aria-hidden", "true");
    const rows = Array.from({ length: shape.rows }, () => this.#row());
    board.replaceChildren(...rows, this.#layer);
    this.#nameCells();
  }

  /** @param {import("./board.js").Slide} slide of the board that is shown */
  slide({ movements }) {
    this.#land();
    const before = this.#tiles;
    this.#tiles = before.map(() => null);
    for (const { from, to, merges } of movements) {
      const tile = /** @type {Tile} */ (before[from]);
      const kept = this.#tiles[to];
      this.#place(tile, to);
      if (merges && kept) {
        kept.value *= 2;
        this.#merging.push({ gone: tile, kept });
      } else {
        this.#tiles[to] = tile;
      }
    }
    this.#landing = setTimeout(() => this.#land(), SLIDE_MS);
    this.#nameCells();
  }

  /**
   * @param {number} cell
   * @param {number} value
   */
  spawn(cell, value) {
    const slides = this.#landing !== undefined;
    this.#add(cell, value).grow(slides ? SLIDE_MS * 0.6 : 0);
    this.#nameCells();
  }

  /** @param {readonly number[]} cells what is to be seen from now on; equal tiles stay themselves */
  show(cells) {
    if (cells.every((value, cell) => value === this.#valueAt(cell))) return;
    this.#land();
    cells.forEach((value, cell) => {
      if (value === this.#valueAt(cell)) return;
      this.#take(cell);
      if (value > 0) this.#add(cell, value).fade();
    });
    this.#nameCells();
  }

  /**
   * The same without a way there: a hand that drags through a game sees each board at once, and
   * the elements that are there are drawn anew instead of made anew.
   *
   * @param {readonly number[]} cells
   */
  put(cells) {
    this.#land();
    cells.forEach((value, cell) => {
      const tile = this.#tiles[cell];
      if (value === (tile?.value ?? 0)) return;
      if (tile && value > 0) tile.become(value);
      else if (tile) this.#take(cell);
      else this.#add(cell, value);
    });
    this.#nameCells();
  }

  /** @param {number} value a moment of light on the tile that has it */
  shine(value) {
    this.#tiles.find((tile) => tile?.value === value)?.shine();
  }

  /** Ends the slide that is seen: merged tiles become one, whatever grows has grown. */
  #land() {
    clearTimeout(this.#landing);
    this.#landing = undefined;
    for (const tile of this.#tiles) tile?.finish();
    for (const { gone, kept } of this.#merging) {
      gone.element.remove();
      kept.merge();
    }
    this.#merging = [];
  }

  #row() {
    const row = document.createElement("div");
    row.className = "row";
    row.setAttribute("role", "row");
    for (let column = 0; column < this.#shape.columns; column += 1) {
      const cell = document.createElement("div");
      cell.className = "cell";
      cell.setAttribute("role", "gridcell");
      this.#cells.push(cell);
      row.append(cell);
    }
    return row;
  }

  /**
   * @param {number} cell
   * @param {number} value
   */
  #add(cell, value) {
    const tile = new Tile(value, this.#digits);
    this.#tiles[cell] = tile;
    this.#place(tile, cell);
    this.#layer.append(tile.element);
    return tile;
  }

  /** @param {number} cell where a tile may be */
  #take(cell) {
    this.#tiles[cell]?.element.remove();
    this.#tiles[cell] = null;
  }

  /**
   * @param {Tile} tile
   * @param {number} cell
   */
  #place(tile, cell) {
    tile.place(Math.floor(cell / this.#shape.columns), cell % this.#shape.columns);
  }

  /** @param {number} cell */
  #valueAt(cell) {
    return this.#tiles[cell]?.value ?? 0;
  }

  #nameCells() {
    this.#cells.forEach((cell, index) => {
      const value = this.#valueAt(index);
      if (cell.dataset.v === String(value)) return;
      cell.dataset.v = String(value);
      cell.setAttribute("aria-label", this.#label(index, value));
    });
  }
}
