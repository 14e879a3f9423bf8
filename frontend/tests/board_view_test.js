import { slide } from "../static/js/board.js";
import { BoardView } from "../static/js/board_view.js";
import { equal, nextFrame, ok, test, wait } from "./harness.js";

const SHAPE = { rows: 1, columns: 4 };
const LANDED_MS = 300;

/** @param {number[]} cells */
function viewOf(cells) {
  const stage = document.createElement("div");
  stage.className = "stage";
  stage.style.cssText = "--rows: 1; --columns: 4; --gap: 8px; width: 400px";
  const board = document.createElement("div");
  board.className = "board";
  stage.append(board);
  document.body.append(stage);
  const view = new BoardView(board, SHAPE, (cell, value) => `${cell}: ${value}`, String);
  view.show(cells);
  return { board, view, tiles: () => [...board.querySelectorAll(".tile")] };
}

/**
 * What is seen: the number in each cell, by where its tile stands on the screen.
 *
 * @param {HTMLElement} board
 */
function seen(board) {
  const places = [...board.querySelectorAll(".cell")].map((cell) => cell.getBoundingClientRect());
  const tiles = [...board.querySelectorAll(".tile")];
  return places.map(({ left }) => {
    const here = tiles.filter((tile) => Math.abs(tile.getBoundingClientRect().left - left) < 2);
    return here.map((tile) => Number(tile.textContent)).join("+") || "0";
  });
}

test("a slide moves the same elements and ends on the board it leads to", async () => {
  const { board, view, tiles } = viewOf([0, 2, 0, 4]);
  const before = tiles();
  view.slide(slide([0, 2, 0, 4], SHAPE, "L"));
  await wait(LANDED_MS);
  equal(seen(board), ["2", "4", "0", "0"]);
  ok(
    tiles().every((tile, index) => tile === before[index]),
    "tiles kept their elements",
  );
});

test("a merge keeps one of the two elements, with twice the number", async () => {
  const { board, view, tiles } = viewOf([2, 0, 0, 2]);
  const before = tiles();
  view.slide(slide([2, 0, 0, 2], SHAPE, "R"));
  equal(tiles().length, 2);
  await wait(LANDED_MS);
  equal(seen(board), ["0", "0", "0", "4"]);
  ok(before.includes(tiles()[0]), "one of them stayed");
});

test("the slide is on its way in the second frame after the push", async () => {
  const { view, tiles } = viewOf([0, 0, 0, 2]);
  await wait(LANDED_MS);
  const [tile] = tiles();
  const start = tile.getBoundingClientRect().left;
  view.slide(slide([0, 0, 0, 2], SHAPE, "L"));
  await nextFrame();
  equal(tile.getAnimations().length, 1, "animations");
  await nextFrame();
  await nextFrame();
  ok(tile.getBoundingClientRect().left < start, "it moves");
});

test("a new push takes over at once and nothing is queued", async () => {
  const { board, view } = viewOf([2, 2, 4, 0]);
  view.slide(slide([2, 2, 4, 0], SHAPE, "L"));
  view.spawn(3, 2);
  view.slide(slide([4, 4, 0, 2], SHAPE, "L"));
  view.spawn(3, 2);
  view.slide(slide([8, 2, 0, 2], SHAPE, "R"));
  await wait(LANDED_MS);
  equal(seen(board), ["0", "0", "8", "4"]);
});

test("whatever was shown, the board that is told is seen in the end", async () => {
  const { board, view } = viewOf([2, 2, 4, 8]);
  view.slide(slide([2, 2, 4, 8], SHAPE, "L"));
  view.show([16, 0, 2, 2]);
  await wait(LANDED_MS);
  equal(seen(board), ["16", "0", "2", "2"]);
});

test("a board that is put there is seen at once, in the elements that were there", async () => {
  const { board, view, tiles } = viewOf([2, 0, 262144, 8]);
  view.slide(slide([2, 0, 262144, 8], SHAPE, "L"));
  const before = tiles();
  view.put([16, 4, 2, 0]);
  equal(tiles().length, 3);
  ok(
    tiles().every((tile) => before.includes(tile)),
    "no element is new",
  );
  ok(!board.querySelector("[data-beyond]"), "no look of a tile that is gone");
  await wait(LANDED_MS);
  equal(seen(board), ["16", "4", "2", "0"]);
});

test("a tile that stays as it is keeps its element when a board is told", () => {
  const { view, tiles } = viewOf([2, 4, 0, 0]);
  const [first] = tiles();
  view.show([2, 8, 0, 2]);
  ok(tiles().includes(first), "the 2 stayed");
});

test("cells tell their names and values at once", () => {
  const { board, view } = viewOf([2, 0, 0, 2]);
  view.slide(slide([2, 0, 0, 2], SHAPE, "L"));
  const cells = /** @type {HTMLElement[]} */ ([...board.querySelectorAll("[role=gridcell]")]);
  equal(
    cells.map(({ ariaLabel }) => ariaLabel),
    ["0: 4", "1: 0", "2: 0", "3: 0"],
  );
  equal(cells[0].dataset.v, "4");
});

test("column 0 stays left of column 3 on a page from right to left", () => {
  document.documentElement.dir = "rtl";
  const { board } = viewOf([2, 4, 8, 16]);
  equal(seen(board), ["2", "4", "8", "16"]);
  const [first, , , last] = [...board.querySelectorAll(".cell")];
  ok(first.getBoundingClientRect().left < last.getBoundingClientRect().left, "left is left");
  document.documentElement.dir = "ltr";
});

test("every number fits its tile on the narrowest board, in both kinds of digits", () => {
  for (const digits of [String, new Intl.NumberFormat("fa", { useGrouping: false }).format]) {
    document.documentElement.lang = digits === String ? "en" : "fa";
    for (let value = 2; value <= 1048576; value *= 2) {
      const { board, view } = viewOf([0, 0, 0, 0]);
      board.style.setProperty("--size", "50px");
      view.show([value, 0, 0, 0]);
      const face = /** @type {HTMLElement} */ (board.querySelector(".face"));
      const range = document.createRange();
      range.selectNodeContents(face);
      const width = range.getBoundingClientRect().width;
      ok(width > 0 && width <= 44, `${face.textContent} is ${width} wide`);
    }
  }
  document.documentElement.lang = "en";
});
