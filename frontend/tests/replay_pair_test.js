import { together } from "../static/js/replay_pair.js";
import { equal, nextFrame, ok, test, until } from "./harness.js";
import { boardOf, isComplete, part, recordOf, rootOf, truthOf } from "./replayed.js";

const RECORDS = [recordOf(0), recordOf(3)]; // 100 moves and 900
const TRUTHS = RECORDS.map(truthOf);

/** Two replays whose buttons are those of the bar. */
async function pair() {
  const roots = RECORDS.map((record) => rootOf(record));
  const bar = document.createElement("div");
  bar.dataset.doing = "pause";
  for (const element of roots[0].querySelectorAll("button[data-order]:not([data-part='again'])")) {
    bar.append(element);
  }
  bar.append(part(roots[0], "speed"));
  for (const name of ["toggle", "speed"]) part(roots[1], name).remove();
  document.body.append(bar);
  const leader = together(roots, bar);
  await until(() => roots.every(isComplete));
  await settled();
  return { roots, bar, leader };
}

async function settled() {
  for (let frame = 0; frame < 4; frame += 1) await nextFrame();
}

/** @param {HTMLElement[]} roots @param {number} ply */
function bothAt(roots, ply) {
  for (const [index, root] of roots.entries()) {
    const truth = TRUTHS[index];
    equal(boardOf(root), truth[Math.min(ply, truth.length - 1)].cells, `${index} at ${ply}`);
  }
}

test("every button of the bar moves both, and the shorter game rests at its end", async () => {
  const { roots, bar } = await pair();
  bothAt(roots, 900);
  for (const [order, ply] of /** @type {[string, number][]} */ ([
    ["back", 899],
    ["first", 0],
    ["forward", 1],
    ["last", 900],
  ])) {
    /** @type {HTMLElement} */ (bar.querySelector(`[data-order="${order}"]`)).click();
    await settled();
    bothAt(roots, ply);
  }
});

test("a milestone of either leads both to its move", async () => {
  const { roots } = await pair();
  for (const [index, root] of roots.entries()) {
    /** @type {HTMLElement} */ (root.querySelector("[data-milestone='64']")).click();
    await settled();
    bothAt(
      roots,
      TRUTHS[index].findIndex(({ cells }) => cells.includes(64)),
    );
  }
});

test("whoever is not moved by hand says nothing, and its range knows where it is", async () => {
  const { roots, leader } = await pair();
  leader.go(42);
  await settled();
  ok(part(roots[1], "said").textContent?.startsWith("Move 42 of 900."), "the one that leads");
  equal(part(roots[0], "said").textContent, "");
  const range = /** @type {HTMLInputElement} */ (roots[0].querySelector("input"));
  equal(range.value, "42");
  ok(range.getAttribute("aria-valuetext")?.startsWith("Move 42 of 100."), "told");
});

test("while it plays both are at the same move, and a hand on either stops it", async () => {
  const { roots, bar, leader } = await pair();
  leader.go(0);
  leader.hurry(4);
  leader.play();
  equal(bar.dataset.doing, "play");
  await until(() => leader.ply > 20);
  /** @type {HTMLElement} */ (roots[0].querySelector("[data-milestone='64']")).click();
  ok(!leader.playing, "stopped");
  equal(bar.dataset.doing, "pause");
  await settled();
  bothAt(roots, leader.ply);
});
