import { Announcer } from "./announce.js";
import { shapeOf, slide } from "./board.js";
import { BoardView } from "./board_view.js";
import { fill, numbers } from "./numbers.js";
import { ReplayCurve } from "./replay_curve.js";
import { ReplayLine } from "./replay_line.js";

/**
 * What a replay shows and says of a position: the board, the figures, the line, the milestones.
 *
 * @typedef {import("./replay_line.js").LineEvents & {onGo: (ply: number) => void}} ScreenEvents
 * @typedef {import("./replay_positions.js").Position} Position
 * @typedef {"move" | "position" | "nothing"} Telling what is said of where it came to rest
 */

export class ReplayScreen {
  #root;
  #data;
  #shape;
  #numbers;
  #announcer;
  #view;
  #line;
  #curve;
  /** @type {Position | null} */
  #shown = null;
  /** @type {import("./replay_pace.js").Pace | null} */
  #pace = null;
  /** The move that led to what is shown, where it was one. @type {import("./game.js").Played | null} */
  #played = null;

  /**
   * @param {HTMLElement} root of the replay
   * @param {Replayed} data
   * @param {ScreenEvents} events
   */
  constructor(root, data, events) {
    this.#root = root;
    this.#data = data;
    this.#shape = shapeOf(data.shape);
    this.#numbers = numbers(data.language);
    this.#announcer = new Announcer(data.words, this.#numbers, this.#shape.columns);
    const label = this.#announcer.cell.bind(this.#announcer);
    this.#view = new BoardView(this.#part("board"), this.#shape, label, this.#numbers.plain);
    this.#line = new ReplayLine(this.#part("line"), data.moves, events);
    this.#curve = new ReplayCurve(this.#part("line"), data, this.#numbers.plain);
    for (const button of root.querySelectorAll("button[data-milestone]")) {
      const milestone = /** @type {HTMLButtonElement} */ (button);
      milestone.addEventListener("click", () => events.onGo(Number(milestone.value)));
    }
  }

  /** The last board, which is known before anything is rebuilt. */
  showEnd() {
    this.#view.put(this.#data.board);
    this.#line.move(this.#data.moves);
    this.#count(this.#data.moves, this.#data.score);
  }

  /**
   * @param {import("./replay_positions.js").Positions} positions as far as they are known
   * @param {import("./replay_pace.js").Pace} pace
   */
  grow(positions, pace) {
    this.#pace = pace;
    this.#part("time").textContent = this.#clockAt(Number(this.#part("board").dataset.ply));
    this.#curve.grow(positions);
    for (const { value, ply } of positions.firsts) {
      const found = this.#root.querySelector(`button[data-milestone="${value}"]`);
      const button = /** @type {HTMLButtonElement | null} */ (found);
      if (!button?.disabled) continue;
      button.value = String(ply);
      button.disabled = false;
      button.lastElementChild?.replaceChildren(this.#numbers.clock(pace.timeOf(ply)));
    }
  }

  /** @param {Position} position the one after that which is shown slides in, others are just there */
  show(position) {
    if (position.ply === this.#shown?.ply) return;
    this.#draw(position);
    this.#shown = position;
    this.#count(position.ply, position.score);
  }

  /** @param {number} ply where the replay is, of which nothing is said yet */
  move(ply) {
    this.#line.move(ply);
  }

  /**
   * Tells whoever cannot see it the move that was made by a step forward, or where they are now.
   *
   * @param {Telling} telling
   */
  tell(telling) {
    if (this.#shown === null) return;
    const text = this.#textOf(this.#shown);
    const heard = this.#line.tell(this.#shown.ply, text); // a range says itself what it is at
    const stepped = telling === "move" && this.#played;
    const said = stepped ? this.#announcer.move(stepped) : text;
    this.#part("said").textContent = heard || telling === "nothing" ? "" : said;
  }

  /** @param {Position} position */
  #draw({ ply, cells, direction, spawn }) {
    const before = this.#shown;
    this.#played = null;
    if (before?.ply !== ply - 1) {
      this.#view.put(cells);
      return;
    }
    const way = /** @type {Letter} */ (direction);
    const pushed = slide(before.cells, this.#shape, way);
    this.#view.slide(pushed);
    this.#view.spawn(spawn, cells[spawn]);
    this.#played = { direction: way, slide: pushed, shown: true, cell: spawn, value: cells[spawn] };
  }

  /** @param {Position} position */
  #textOf({ ply, score, highest }) {
    return fill(this.#data.words.position, {
      move: this.#numbers.grouped(ply),
      moves: this.#numbers.grouped(this.#data.moves),
      score: this.#numbers.grouped(score),
      tile: this.#numbers.plain(highest),
      time: this.#clockAt(ply),
    });
  }

  /**
   * @param {number} ply
   * @param {number} score
   */
  #count(ply, score) {
    this.#part("board").dataset.ply = String(ply);
    this.#part("move").textContent = this.#numbers.grouped(ply);
    this.#part("score").textContent = this.#numbers.grouped(score);
    this.#part("time").textContent = this.#clockAt(ply);
  }

  /** @param {number} ply */
  #clockAt(ply) {
    return this.#pace === null ? "–" : this.#numbers.clock(this.#pace.timeOf(ply));
  }

  /** @param {string} name */
  #part(name) {
    return /** @type {HTMLElement} */ (this.#root.querySelector(`[data-part="${name}"]`));
  }
}
