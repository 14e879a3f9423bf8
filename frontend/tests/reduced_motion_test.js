import { slide } from "../static/js/board.js";
import { BoardView } from "../static/js/board_view.js";
import { equal, ok, test } from "./harness.js";

// test_modules.py opens this file with reduced motion asked for.
test("with reduced motion nothing slides, grows or pops: it only fades", () => {
  ok(matchMedia("(prefers-reduced-motion: reduce)").matches, "the browser was asked for it");
  const board = document.createElement("div");
  board.className = "board";
  board.style.setProperty("--size", "50px");
  document.body.append(board);
  const view = new BoardView(board, { rows: 1, columns: 3 }, String, String);
  view.show([0, 2, 2]);
  view.slide(slide([0, 2, 2], { rows: 1, columns: 3 }, "L"));
  view.spawn(2, 2);
  view.show([4, 0, 2]);
  const animations = board.getAnimations({ subtree: true });
  const moving = animations.filter(
    ({ effect }) =>
      effect instanceof KeyframeEffect &&
      effect.getKeyframes().some((frame) => "transform" in frame),
  );
  equal(moving.length, 0, "animations that move something");
});
