import { LiveBoard } from "../static/js/live_board.js";
import { equal, test, until, wait } from "./harness.js";

const EVERY_MS = 40;

/** @param {string[]} players */
function table(...players) {
  const rows = players.map(
    (name) => `<tr data-player="${name}"><td><a href="#${name}">${name}</a></td></tr>`,
  );
  return `<table><tbody>${rows.join("")}</tbody></table><a rel="next" href="#next">Next</a>`;
}

/**
 * A board that is open, and the answers that it gets one after the other; the last one stays.
 *
 * @param {...(string | number | null)} answers rows, a status without any, or null for offline
 */
function opened(...answers) {
  const element = document.createElement("div");
  element.dataset.version = '"0"';
  element.dataset.rows = "/rows/";
  element.innerHTML = table("ann", "bob", "cat");
  document.body.append(element);
  const usual = window.fetch;
  /** @type {string[]} */
  const asked = [];
  window.fetch = async (_, options) => {
    asked.push(new Headers(options?.headers).get("If-None-Match") ?? "");
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === null) throw new TypeError("offline");
    if (typeof answer === "number") return new Response(null, { status: answer });
    return new Response(answer, { headers: { ETag: `"${asked.length}"` } });
  };
  const live = new LiveBoard(element, EVERY_MS);
  live.begin();
  const end = () => {
    live.end();
    window.fetch = usual;
  };
  return { element, asked, end };
}

/** @param {HTMLElement} element */
function names(element) {
  return [...element.querySelectorAll("tr")].map((row) => row.textContent);
}

test("it asks with the version it shows and takes what is new", async () => {
  const { element, asked, end } = opened(table("bob", "ann", "dan"), 304);
  const bob = element.querySelector("[data-player=bob]");
  await until(() => asked.length > 2);
  end();
  equal(asked.slice(0, 3), ['"0"', '"1"', '"1"']);
  equal(names(element), ["bob", "ann", "dan"]);
  equal(element.querySelector("tr") === bob, true, "the row that stayed the same element");
});

test("a row goes to its new place, and with it whoever stands on its link", async () => {
  const { element, asked, end } = opened(table("cat", "ann", "bob"), 304);
  const link = /** @type {HTMLElement} */ (element.querySelector("[data-player=cat] a"));
  link.focus();
  await until(() => asked.length > 1);
  end();
  equal(document.activeElement === link, true, "the focus");
  const moving = document.getAnimations().map(({ effect }) => {
    const target = /** @type {KeyframeEffect} */ (effect).target;
    return target?.textContent;
  });
  equal(moving.sort(), ["ann", "bob", "cat"]);
});

test("the way to the next page keeps the focus as well", async () => {
  const { element, asked, end } = opened(table("ann"), 304);
  /** @type {HTMLElement} */ (element.querySelector("[rel=next]")).focus();
  await until(() => asked.length > 1);
  end();
  equal(document.activeElement?.textContent, "Next");
});

test("trouble on the way changes nothing and is tried again", async () => {
  const { element, asked, end } = opened(null, 503, table("dan"), 304);
  await until(() => asked.length > 3);
  end();
  equal(asked.slice(0, 4), ['"0"', '"0"', '"0"', '"3"']);
  equal(names(element), ["dan"]);
});

test("nobody is asked while nobody looks", async () => {
  const { asked, end } = opened(304);
  Object.defineProperty(document, "hidden", { configurable: true, value: true });
  document.dispatchEvent(new Event("visibilitychange"));
  const before = asked.length;
  await wait(4 * EVERY_MS);
  equal(asked.length, before);
  Object.defineProperty(document, "hidden", { configurable: true, value: false });
  document.dispatchEvent(new Event("visibilitychange"));
  await until(() => asked.length > before);
  end();
});
