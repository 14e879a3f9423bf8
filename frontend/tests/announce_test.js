import { Announcer } from "../static/js/announce.js";
import { slide } from "../static/js/board.js";
import { Game } from "../static/js/game.js";
import { numbers } from "../static/js/numbers.js";
import { equal, test } from "./harness.js";

const WORDS = {
  won: "You made {tile}.",
  ended: "Game over. {score} points.",
  L: "Left",
  cell: "row {row}, column {column}: {tile}",
  empty: "empty",
  merged: "{tiles} merged, {points} points.",
  spawned: "New {tile} in row {row}, column {column}.",
};
const announcer = new Announcer(WORDS, numbers("en"), 4);

/** @param {number[]} cells */
function left(cells) {
  const pushed = slide(cells, { rows: cells.length / 4, columns: 4 }, "L");
  return announcer.move({ direction: "L", slide: pushed, shown: true, cell: 3, value: 2 });
}

test("a move is one sentence of what merged and what is new", () => {
  equal(left([4, 4, 8, 8]), "Left. 8 and 16 merged, 24 points. New 2 in row 1, column 4.");
});

test("a move without a merge says only what is new", () => {
  equal(left([0, 4, 8, 2]), "Left. New 2 in row 1, column 4.");
});

test("a win and an end are said once they are there", () => {
  const game = new Game({ rows: 1, columns: 4 });
  equal(announcer.standing(game, 2048), []);
  game.status = "won";
  equal(announcer.standing(game, 2048), ["You made 2048."]);
  game.status = "over";
  game.score = 1376;
  equal(announcer.standing(game, 2048), ["Game over. 1,376 points."]);
});

test("a cell has a name, full or empty", () => {
  equal(announcer.cell(6, 64), "row 2, column 3: 64");
  equal(announcer.cell(0, 0), "row 1, column 1: empty");
});
