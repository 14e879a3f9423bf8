import { slide } from "../static/js/board.js";
import { tilesOf } from "../static/verify/kashi_verify.mjs";

/**
 * Games of the vectors as records, and roots for their replays.
 *
 * @typedef {{cells: number[], score: number}} Truth
 */

const { games } = await (await fetch("/seeds/fairness-vectors.json")).json();

/** @param {number} number of the game in the vectors; 0 has 100 moves, 3 has 900 on 5x5 */
export function recordOf(number) {
  const game = games[number];
  return {
    ...game,
    scheme: "kashi/1",
    shape: `${game.rows}x${game.columns}`,
    think_ms: Array.from(game.moves, (_, index) => (index % 50 === 49 ? 9000 : 200 + index)),
  };
}

/**
 * Its positions: the pushes by the rules of the play page, which are not those of the verifier.
 *
 * @param {any} record
 * @returns {Truth[]}
 */
export function truthOf({ rows, columns, seed, game_id: id, client_seed: own, moves }) {
  const bytes = Uint8Array.from(seed.match(/../g), (pair) => Number.parseInt(pair, 16));
  const spawn = tilesOf(bytes, id, own);
  let cells = Array(rows * columns).fill(0);
  const appear = (/** @type {number} */ number) => {
    const empties = [...cells.keys()].filter((cell) => cells[cell] === 0);
    const { cell, value } = spawn(number, empties);
    cells = cells.with(cell, value);
  };
  appear(0);
  appear(1);
  let score = 0;
  const truth = [{ cells, score }];
  for (const [index, letter] of [...moves].entries()) {
    const pushed = slide(cells, { rows, columns }, letter);
    cells = pushed.cells;
    score += pushed.points;
    appear(index + 2);
    truth.push({ cells, score });
  }
  return truth;
}

const WORDS = {
  ...{ U: "Up", R: "Right", D: "Down", L: "Left", empty: "empty", play: "Play", pause: "Pause" },
  cell: "row {row}, column {column}: {tile}",
  merged: "{tiles} merged, {points} points.",
  spawned: "New {tile} in row {row}, column {column}.",
  position: "Move {move} of {moves}. {score} points, largest tile {tile}, {time}.",
  unreachable: "not fetched",
  broken: "does not lead there",
};

/**
 * What `partials/replay_player.html` makes of a record.
 *
 * @param {any} record
 * @param {object} [changes] to what the page says of it
 */
export function rootOf(record, changes = {}) {
  const data = {
    shape: record.shape,
    moves: record.moves.length,
    score: record.score,
    board: record.board.flat(),
    milestones: [64, 128],
    record: URL.createObjectURL(new Blob([JSON.stringify(record)])),
    worker: "/static/js/replay_worker.js",
    language: "en",
    words: WORDS,
    ...changes,
  };
  const root = document.createElement("section");
  root.className = "replay";
  root.dataset.doing = "pause";
  root.innerHTML = `
    <script type="application/json"></script>
    <div class="stage" data-shape="${data.shape}" style="width: 320px; --gap: 8px">
      <div class="board" data-part="board" data-ply="${data.moves}"></div>
    </div>
    <button data-order="first"></button><button data-order="back"></button>
    <button data-order="toggle" data-part="toggle"></button>
    <button data-order="forward"></button><button data-order="last"></button>
    <select data-part="speed"><option>1</option><option>2</option><option>4</option>
      <option>10</option><option>50</option></select>
    <b data-part="move"></b><b data-part="score"></b><b data-part="time"></b>
    <div data-part="line" style="width: 300px; height: 90px">
      <svg><path data-part="area"/><path data-part="curve"/></svg>
      <div data-part="ladder"></div><div data-part="marks"></div><div class="now"></div>
      <input type="range" min="0" max="${data.moves}" value="${data.moves}">
    </div>
    ${data.milestones.map((tile) => `<button data-milestone="${tile}" disabled><i></i><i></i></button>`).join("")}
    <div data-part="trouble" hidden><span data-part="trouble-text"></span>
      <button data-order="load" data-part="again"></button></div>
    <p data-part="said"></p>`;
  /** @type {HTMLElement} */ (root.querySelector("script")).textContent = JSON.stringify(data);
  document.body.append(root);
  return root;
}

/** @param {HTMLElement} root what each cell is named, as values */
export function boardOf(root) {
  const cells = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".cell"));
  return Array.from(cells, (cell) => Number(cell.dataset.v));
}

/** @param {HTMLElement} root @param {string} name */
export function part(root, name) {
  return /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`));
}

/** @param {HTMLElement} root until all of the game has come */
export function isComplete(root) {
  return root.getAttribute("aria-busy") === "false";
}
