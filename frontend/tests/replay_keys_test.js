import { listenToReplayKeys } from "../static/js/replay_keys.js";
import { equal, test } from "./harness.js";

/** A place where keys are heard, and what they ordered. */
function place() {
  /** @type {string[]} */
  const ordered = [];
  const where = document.createElement("div");
  document.body.append(where);
  listenToReplayKeys(where, {
    toggle: () => ordered.push("toggle"),
    back: () => ordered.push("back"),
    forward: () => ordered.push("forward"),
    first: () => ordered.push("first"),
    last: () => ordered.push("last"),
    hurry: (by) => ordered.push(`hurry ${by}`),
  });
  return { where, ordered };
}

/** @param {Element} target @param {string} code @param {KeyboardEventInit} [more] */
function press(target, code, more = {}) {
  const event = new KeyboardEvent("keydown", { code, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

test("keys are known by where they lie", () => {
  const { where, ordered } = place();
  const codes = ["Space", "ArrowLeft", "ArrowRight", "Home", "End", "Equal", "Minus"];
  equal(
    codes.map((code) => press(where, code, { key: "ش" })),
    codes.map(() => true),
  );
  equal(ordered, ["toggle", "back", "forward", "first", "last", "hurry 1", "hurry -1"]);
});

test("the browser keeps its shortcuts, buttons their space, fields all of them", () => {
  const { where, ordered } = place();
  where.innerHTML = "<button></button><select></select><textarea></textarea><input type=range>";
  const [button, select, text, range] = where.children;
  for (const more of [
    { ctrlKey: true },
    { altKey: true },
    { metaKey: true },
    { isComposing: true },
  ]) {
    press(where, "ArrowLeft", more);
  }
  press(button, "Space");
  press(select, "ArrowRight");
  press(text, "Home");
  equal(ordered, []);
  press(button, "ArrowRight");
  press(range, "ArrowLeft");
  equal(ordered, ["forward", "back"]);
});
