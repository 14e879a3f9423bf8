import { directionOf, listenToKeys, listenToSwipes } from "../static/js/input.js";
import { equal, ok, test } from "./harness.js";

/** Collects what is ordered. */
function orders() {
  /** @type {string[]} */
  const given = [];
  return {
    given,
    wantsKeys: true,
    push: (/** @type {Letter} */ direction) => given.push(direction),
    tap: () => given.push("tap"),
    newGame: () => given.push("new"),
    keepPlaying: () => given.push("keep"),
  };
}

/**
 * @param {KeyboardEventInit[]} presses
 * @param {{wantsKeys?: boolean, target?: EventTarget}} [how]
 */
function press(presses, { wantsKeys = true, target = document.body } = {}) {
  const heard = orders();
  heard.wantsKeys = wantsKeys;
  const listening = new AbortController();
  listenToKeys(heard, listening.signal);
  const events = presses.map(
    (init) => new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }),
  );
  for (const event of events) target.dispatchEvent(event);
  listening.abort();
  return { given: heard.given, kept: events.map((event) => !event.defaultPrevented) };
}

test("arrows, WASD and HJKL move, whatever letters the layout types", () => {
  const codes = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft", "KeyW", "KeyD", "KeyS", "KeyA"];
  const { given } = press([...codes, "KeyK", "KeyL", "KeyJ", "KeyH"].map((code) => ({ code })));
  equal(given.join(""), "URDLURDLURDL");
  const persian = press([
    { code: "KeyA", key: "ش" },
    { code: "KeyW", key: "ص" },
    { code: "KeyH", key: "ا" },
    { code: "KeyA", key: "A" },
  ]);
  equal(persian.given.join(""), "LULL");
});

test("the browser keeps its own shortcuts", () => {
  const { given, kept } = press([
    { code: "ArrowLeft", altKey: true },
    { code: "KeyR", ctrlKey: true },
    { code: "KeyD", ctrlKey: true },
    { code: "KeyW", metaKey: true },
    { code: "KeyN", ctrlKey: true },
    { code: "Tab" },
    { code: "KeyA", isComposing: true },
  ]);
  equal(given, []);
  ok(
    kept.every((own) => own),
    "none was taken from the browser",
  );
});

test("typing in a field moves nothing", () => {
  const field = document.createElement("input");
  document.body.append(field);
  equal(press([{ code: "KeyA" }, { code: "KeyN" }], { target: field }).given, []);
});

test("an open dialog has the keys to itself", () => {
  const dialog = document.createElement("dialog");
  document.body.append(dialog);
  dialog.showModal();
  equal(press([{ code: "ArrowLeft" }], { target: dialog }).given, []);
});

test("a key that moves does not scroll, and scrolls again when no game wants it", () => {
  equal(press([{ code: "ArrowDown" }]).kept, [false]);
  equal(press([{ code: "ArrowDown" }], { wantsKeys: false }), { given: [], kept: [true] });
});

test("a key held down moves at a sane pace", () => {
  const { given } = press(Array.from({ length: 30 }, () => ({ code: "ArrowLeft", repeat: true })));
  equal(given, ["L"]);
});

test("thirty keys pressed one by one are thirty orders", () => {
  equal(press(Array.from({ length: 30 }, () => ({ code: "ArrowLeft" }))).given.length, 30);
});

test("N asks for a new game, Enter keeps playing unless it presses a button", () => {
  equal(press([{ code: "KeyN" }, { code: "Enter" }]).given, ["new", "keep"]);
  const button = document.createElement("button");
  document.body.append(button);
  equal(press([{ code: "Enter" }], { target: button }).given, []);
});

test("a way within 15° of a diagonal has no direction", () => {
  const at = (/** @type {number} */ degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return directionOf(100 * Math.cos(angle), 100 * Math.sin(angle));
  };
  equal([0, 29, 331, 359].map(at), ["R", "R", "R", "R"]);
  equal([61, 90, 119].map(at), ["D", "D", "D"]);
  equal([151, 180, 209].map(at), ["L", "L", "L"]);
  equal([241, 270, 299].map(at), ["U", "U", "U"]);
  equal([31, 45, 59, 121, 135, 149, 211, 225, 239, 301, 315, 329].map(at), Array(12).fill(null));
});

/** @param {[type: string, x: number, y: number, id?: number][]} events */
function touch(events) {
  const heard = orders();
  const board = document.createElement("div");
  board.setPointerCapture = () => {};
  listenToSwipes(board, heard);
  for (const [type, clientX, clientY, pointerId = 1] of events) {
    board.dispatchEvent(
      new PointerEvent(`pointer${type}`, { clientX, clientY, pointerId, button: 0 }),
    );
  }
  return heard.given;
}

test("a swipe moves once, however far it goes", () => {
  const way = [10, 30, 80, 160].map(
    (x) => /** @type {[string, number, number]} */ (["move", x, 2]),
  );
  equal(touch([["down", 0, 0], ...way, ["up", 200, 2]]), ["R"]);
});

test("a diagonal swipe does nothing", () => {
  equal(
    touch([
      ["down", 0, 0],
      ["move", 40, 40],
      ["move", 90, 90],
      ["up", 90, 90],
    ]),
    [],
  );
});

test("two fingers never move", () => {
  const pinch = touch([
    ["down", 0, 0, 1],
    ["down", 90, 0, 2],
    ["move", 60, 0, 1],
    ["move", 30, 0, 2],
    ["up", 60, 0, 1],
    ["up", 30, 0, 2],
  ]);
  equal(pinch, []);
});

test("a tap is a tap", () => {
  equal(
    touch([
      ["down", 5, 5],
      ["up", 6, 5],
    ]),
    ["tap"],
  );
});
