import { legalDirections, slide } from "../static/js/board.js";
import { equal, ok, test } from "./harness.js";

const vectors = await (await fetch("/seeds/rules-vectors.json")).json();

/** @param {string} word as in "up" */
const letter = (word) => /** @type {Letter} */ (word[0].toUpperCase());

/** @param {number[][]} board */
const shapeOf = (board) => ({ rows: board.length, columns: board[0].length });

test("every line of the vectors slides as it should", () => {
  for (const { line, after, points } of vectors.lines) {
    const pushed = slide(line, { rows: 1, columns: line.length }, "L");
    equal(pushed.cells, after, line);
    equal(pushed.points, points, line);
  }
});

test("every move of the vectors changes the board as it should", () => {
  for (const { board, direction, changed, after_slide: after, points } of vectors.moves) {
    const pushed = slide(board.flat(), shapeOf(board), letter(direction));
    equal(pushed.cells, after.flat(), `${board} ${direction}`);
    equal([pushed.points, pushed.changed], [points, changed], `${board} ${direction}`);
  }
});

test("the legal directions of the vectors are found, and none when the game is over", () => {
  for (const { board, legal_before: legal } of vectors.moves) {
    equal(legalDirections(board.flat(), shapeOf(board)), legal.map(letter), board);
  }
});

test("every game of the vectors plays to its end", () => {
  for (const { rows, columns, setup, moves, end } of vectors.games) {
    const shape = { rows, columns };
    let cells = Array(rows * columns).fill(0);
    let score = 0;
    for (const { row, column, value } of setup) cells[row * columns + column] = value;
    for (const move of moves) {
      const pushed = slide(cells, shape, letter(move.direction));
      equal(pushed.changed, move.changed);
      if (!pushed.changed) continue;
      cells = pushed.cells;
      cells[move.spawn.row * columns + move.spawn.column] = move.spawn.value;
      score += pushed.points;
      equal(score, move.score);
    }
    equal(cells, end.board.flat());
  }
});

test("a slide tracks every tile to where it goes", () => {
  const { movements, made } = slide([2, 2, 0, 4], { rows: 1, columns: 4 }, "R");
  equal(movements, [
    { from: 3, to: 3, merges: false },
    { from: 1, to: 2, merges: false },
    { from: 0, to: 2, merges: true },
  ]);
  equal(made, [4]);
});

test("the movements of a slide lead to its cells", () => {
  for (const { board, direction } of vectors.moves) {
    const before = board.flat();
    const { cells, movements } = slide(before, shapeOf(board), letter(direction));
    const rebuilt = before.map(() => 0);
    for (const { from, to } of movements) rebuilt[to] += before[from];
    equal(rebuilt, cells, `${board} ${direction}`);
  }
});

test("a board is left as it was by a slide", () => {
  const cells = Object.freeze([2, 2, 4, 4]);
  ok(slide(cells, { rows: 1, columns: 4 }, "L").changed, "it merges");
  equal(cells, [2, 2, 4, 4]);
});
