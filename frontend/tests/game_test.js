import { Game } from "../static/js/game.js";
import { equal, ok, test } from "./harness.js";
import { state } from "./wire.js";

const SHAPE = { rows: 2, columns: 2 };

/** @param {number[][]} board */
function gameAt(board) {
  const game = new Game(SHAPE);
  game.take(state({ board, ply: 5, score: 8, best: 100 }));
  return game;
}

/**
 * @param {Step[]} steps
 * @param {number[][]} board
 * @returns {MovedMessage}
 */
function moved(steps, board) {
  return { t: "moved", from: 5, steps, ply: 5 + steps.length, score: 12, board, status: "playing" };
}

test("the page runs ahead with the first push that changes the board", () => {
  const game = gameAt([
    [0, 2],
    [0, 2],
  ]);
  equal(game.lead("RUL")?.cells, [0, 4, 0, 0]);
  equal(game.lead("RR"), null);
});

test("a push that was led with brings only its new tile, the next ones all they are", () => {
  const game = gameAt([
    [0, 2],
    [0, 2],
  ]);
  game.lead("UL");
  const { played, astray } = game.follow(
    moved(
      [
        ["U", 0, 2],
        ["L", 3, 2],
      ],
      [
        [2, 4],
        [0, 2],
      ],
    ),
  );
  // The server's board wins over the page's whenever they differ.
  ok(astray === false || game.cells.join() === "2,4,0,2", "cells are the server's");
  equal(
    played.map(({ shown }) => shown),
    [true, false],
  );
});

test("what another screen did instead is noticed", () => {
  const game = gameAt([
    [0, 2],
    [0, 2],
  ]);
  game.lead("U");
  const { astray } = game.follow(
    moved(
      [["L", 1, 2]],
      [
        [2, 2],
        [2, 0],
      ],
    ),
  );
  ok(astray, "the slide that is shown is not the one that happened");
  equal(game.cells, [2, 2, 2, 0]);
});

test("the best score grows with the score and never sinks", () => {
  const game = gameAt([
    [0, 2],
    [0, 2],
  ]);
  equal(game.best, 100);
  game.take(state({ score: 150, best: 90 }));
  equal(game.best, 150);
});
