import { ReplayPlayer } from "../static/js/replay_player.js";
import { equal, nextFrame, ok, test, until } from "./harness.js";
import { boardOf, isComplete, part, recordOf, rootOf, truthOf } from "./replayed.js";

/** @param {any} record @param {number} [ply] */
async function loaded(record, ply) {
  const root = rootOf(record);
  const player = new ReplayPlayer(root, ply);
  player.load();
  await until(() => isComplete(root));
  await nextFrame();
  await nextFrame();
  return { root, player };
}

/** @param {HTMLElement} root @param {string} order */
async function press(root, order) {
  /** @type {HTMLElement} */ (root.querySelector(`[data-order="${order}"]`)).click();
  await nextFrame();
  await nextFrame();
}

test("it begins at the end, and every button leads where it says", async () => {
  const record = recordOf(0);
  const truth = truthOf(record);
  const { root } = await loaded(record);
  equal(boardOf(root), record.board.flat());
  for (const [order, ply] of /** @type {[string, number][]} */ ([
    ["back", 99],
    ["forward", 100],
    ["forward", 100],
    ["first", 0],
    ["back", 0],
    ["forward", 1],
    ["last", 100],
  ])) {
    await press(root, order);
    equal(boardOf(root), truth[ply].cells, order);
    equal(part(root, "move").textContent, String(ply));
    equal(part(root, "score").textContent, truth[ply].score.toLocaleString("en"));
  }
});

test("the last board is there before anything has come", () => {
  const record = recordOf(0);
  const root = rootOf(record);
  new ReplayPlayer(root);
  equal(boardOf(root), record.board.flat());
});

test("it begins at the ply it is told, and at the end for one beyond it", async () => {
  const record = recordOf(0);
  const { root } = await loaded(record, 42);
  equal(boardOf(root), truthOf(record)[42].cells);
  const { player } = await loaded(record, 4711);
  equal(player.ply, 100);
});

test("it plays on its own, faster when hurried, and begins anew from the end", async () => {
  const { root, player } = await loaded(recordOf(0));
  for (let times = 0; times < 9; times += 1) player.hurry(1);
  equal(/** @type {HTMLSelectElement} */ (part(root, "speed")).value, "50");
  await press(root, "toggle");
  ok(player.playing && player.ply < 50, "from the beginning");
  equal([root.dataset.doing, part(root, "toggle").ariaLabel], ["play", "Pause"]);
  await until(() => !player.playing);
  equal([player.ply, root.dataset.doing, part(root, "toggle").ariaLabel], [100, "pause", "Play"]);
});

test("a speed that is chosen by hand gives the keys back to the board, one by keys does not", async () => {
  const { root } = await loaded(recordOf(0));
  const [speed, board] = [part(root, "speed"), part(root, "board")];
  board.tabIndex = 0;
  const told = (/** @type {string[]} */ ...types) => {
    speed.focus();
    for (const type of types) speed.dispatchEvent(new Event(type));
    return document.activeElement;
  };
  equal(told("pointerdown", "change"), board);
  equal(told("keydown", "change"), speed);
});

test("steps are said, what plays is not", async () => {
  const { root, player } = await loaded(recordOf(0), 0);
  await press(root, "forward");
  ok(/^(Up|Left|Right|Down)\. /.test(part(root, "said").textContent ?? ""), "the move");
  await press(root, "first");
  const opening = part(root, "said").textContent ?? "";
  ok(opening.startsWith("Move 0 of 100. 0 points, largest tile"), opening);
  /** @type {string[]} */
  const heard = [];
  const listener = new MutationObserver(() => heard.push(part(root, "said").textContent ?? ""));
  listener.observe(part(root, "said"), { childList: true });
  player.hurry(4);
  player.play();
  await until(() => player.ply > 20);
  equal(heard, []);
  player.pause();
  await until(() => heard.length > 0);
  equal(heard.length, 1, "once it rests");
});

test("a hand on the line sees the position it points at, once a frame", async () => {
  const record = recordOf(3);
  const truth = truthOf(record);
  const { root, player } = await loaded(record);
  const line = part(root, "line");
  line.setPointerCapture = () => {};
  const { left, width } = line.getBoundingClientRect();
  const point = (/** @type {string} */ type, /** @type {number} */ share) => {
    const clientX = left + share * width;
    line.dispatchEvent(new PointerEvent(type, { clientX, pointerType: "mouse", button: 0 }));
  };
  let rested = 0;
  player.onRest = () => {
    rested += 1;
  };
  point("pointermove", 0.5);
  await nextFrame();
  await nextFrame();
  equal([boardOf(root), player.ply], [truth[450].cells, 900], "a mouse that passes by");
  point("pointerleave", 0.5);
  await nextFrame();
  await nextFrame();
  equal(boardOf(root), truth[900].cells, "and back");
  point("pointerdown", 0.25);
  for (const share of [0.3, 0.9, -1, 0.6]) point("pointermove", share);
  await nextFrame();
  await nextFrame();
  equal([boardOf(root), player.ply, rested], [truth[540].cells, 540, 0], "a hand that holds it");
  point("pointerup", 0.6);
  equal(rested, 1);
  const range = /** @type {HTMLInputElement} */ (root.querySelector("input"));
  await nextFrame();
  await nextFrame();
  equal(range.value, "540");
  ok(range.getAttribute("aria-valuetext")?.startsWith("Move 540 of 900."), "told");
});

test("milestones lead to their move", async () => {
  const record = recordOf(3);
  const { root, player } = await loaded(record);
  const button = /** @type {HTMLButtonElement} */ (root.querySelector("[data-milestone='64']"));
  ok(/^\d+:\d\d$/.test(button.lastElementChild?.textContent ?? ""), "with its time");
  button.click();
  await nextFrame();
  await nextFrame();
  const first = truthOf(record).findIndex(({ cells }) => cells.includes(64));
  equal([player.ply, boardOf(root).includes(64)], [first, true]);
});

test("two stand side by side and know nothing of each other", async () => {
  const [one, other] = [await loaded(recordOf(0)), await loaded(recordOf(3), 10)];
  await press(one.root, "first");
  equal([one.player.ply, other.player.ply], [0, 10]);
  equal(boardOf(other.root), truthOf(recordOf(3))[10].cells);
});

test("a line that is down is said, and tried again", async () => {
  const record = recordOf(0);
  const root = rootOf(record, { record: "/nowhere.json" });
  const player = new ReplayPlayer(root);
  player.load();
  await until(() => !part(root, "trouble").hidden);
  equal(part(root, "trouble-text").textContent, "not fetched");
  ok(!part(root, "again").hidden, "there is a button");
  await press(root, "load");
  ok(part(root, "trouble").hidden || !isComplete(root), "it is tried");
});

test("moves that do not lead to the board are said, and its last board stays", async () => {
  const record = recordOf(0);
  const root = rootOf({ ...record, moves: "", think_ms: [] }, { moves: 100 });
  new ReplayPlayer(root).load();
  await until(() => !part(root, "trouble").hidden);
  equal(part(root, "trouble-text").textContent, "does not lead there");
  ok(part(root, "again").hidden, "to try again would not help");
  equal([boardOf(root), root.dataset.empty], [record.board.flat(), "true"]);
});

test("a board of any shape is replayed", async () => {
  const moves = "URDL";
  const record = { ...recordOf(0), shape: "8x8", rows: 8, columns: 8 };
  const whole = { ...record, moves, think_ms: [1, 1, 1, 1], board: [Array(64).fill(0)] };
  const { root } = await loaded(whole, 0);
  equal(boardOf(root).filter((value) => value > 0).length, 2);
  equal(boardOf(root).length, 64);
});
