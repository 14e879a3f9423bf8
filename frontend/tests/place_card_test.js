import { numbers } from "../static/js/numbers.js";
import { PlaceCard } from "../static/js/place_card.js";
import { around } from "./around.js";
import { equal, ok, test, until, wait } from "./harness.js";

const WORDS = {
  place_you: "You",
  place_best: "Your best",
  place_next: "{points} points to the next place",
  place_first: "First place",
  place_alone: "Nobody else is on this board yet.",
};
const PACE = { between: 60, afterTrouble: 120 };

/** @typedef {import("../static/js/prospect.js").Around} Around */

/**
 * @param {(score: number) => Around} answer may throw
 * @param {string} [language]
 */
function card(answer, language = "en") {
  const element = document.createElement("section");
  element.innerHTML = "<ol></ol><p>Your place shows here while you play.</p>";
  document.body.append(element);
  /** @type {number[]} */
  const asked = [];
  const ask = async (/** @type {number} */ score) => {
    asked.push(score);
    return answer(score);
  };
  const made = new PlaceCard(element, WORDS, numbers(language), ask, PACE);
  return { made, element, asked };
}

/** @param {HTMLElement} element */
function shown(element) {
  const items = [...element.querySelectorAll("li")];
  return items.map((item) => [...item.children].map((part) => part.textContent).join(" "));
}

/** @param {boolean} hidden */
function hide(hidden) {
  Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}

test("it shows the place between two neighbours and what is missing", async () => {
  const { made, element } = card(() => around());
  made.take(500);
  await until(() => shown(element).length > 0);
  equal(shown(element), ["2 cat 700", "4 You 500", "5 dan 400"]);
  equal(element.querySelector("p")?.textContent, "200 points to the next place");
  equal(element.querySelector(".me bdi")?.textContent, "You");
});

test("figures are in the digits of the page", async () => {
  const { made, element } = card(() => around(), "fa");
  made.take(500);
  await until(() => shown(element).length > 0);
  equal(shown(element)[1], "۴ You ۵۰۰");
});

test("it counts on without asking until somebody is passed", async () => {
  const { made, element, asked } = card((score) =>
    around({ me: { rank: 4, player: null, value: score } }),
  );
  made.take(500);
  await until(() => shown(element).length > 0);
  for (let score = 504; score < 700; score += 4) made.take(score);
  await wait(2 * PACE.between);
  equal(asked, [500]);
  equal(element.querySelector("p")?.textContent, "4 points to the next place");
  made.take(704);
  equal(shown(element)[1], "2 You 704");
  await until(() => asked.length > 1);
  equal(asked, [500, 704]);
});

test("however fast somebody climbs, it asks at its own pace", async () => {
  const { made, asked } = card((score) =>
    around({
      me: { rank: 9, player: null, value: score },
      above: [{ rank: 8, player: "next", value: score + 4 }],
    }),
  );
  const began = performance.now();
  for (let score = 0; score < 100; score += 4) {
    made.take(score);
    await wait(10);
  }
  const most = 2 + (performance.now() - began) / PACE.between;
  ok(asked.length > 1 && asked.length <= most, `asked ${asked.length} times, at most ${most}`);
});

test("it asks nothing while nobody looks, and then once", async () => {
  const { made, element, asked } = card((score) =>
    around({ me: { rank: 4, player: null, value: score } }),
  );
  hide(true);
  made.take(0);
  made.take(500);
  await wait(PACE.between);
  equal(asked, []);
  hide(false);
  await until(() => shown(element).length > 0);
  equal(asked, [500]);
});

test("when no answer comes what is shown stays, and it asks again later", async () => {
  let broken = false;
  const { made, element, asked } = card((score) => {
    if (broken) throw new Error("offline");
    return around({ me: { rank: 4, player: null, value: score } });
  });
  made.take(500);
  await until(() => shown(element).length > 0);
  broken = true;
  made.take(800);
  await until(() => asked.length === 2);
  equal(shown(element)[1], "2 You 800");
  broken = false;
  await until(() => asked.length === 3);
});

test("another game begins with an answer of its own", async () => {
  const { made, element, asked } = card((score) =>
    around({ me: { rank: 4, player: null, value: score } }),
  );
  made.take(500);
  await until(() => shown(element).length > 0);
  made.take(0);
  equal(shown(element), []);
  await until(() => shown(element).length > 0);
  equal(asked, [500, 0]);
});

test("the first place and an empty board have words of their own", async () => {
  const me = { rank: 1, player: "ann", value: 500 };
  const top = card(() => around({ me, above: [], missing: null }));
  top.made.take(500);
  await until(() => shown(top.element).length > 0);
  equal(top.element.querySelector("p")?.textContent, "First place");
  const alone = card(() => around({ me, above: [], below: [], missing: null }));
  alone.made.take(500);
  await until(() => shown(alone.element).length > 0);
  equal(shown(alone.element), ["1 You 500"]);
  equal(alone.element.querySelector("p")?.textContent, "Nobody else is on this board yet.");
});

test("one's own best that is still ahead is called so", async () => {
  const { made, element } = card(() => around({ me: { rank: 4, player: "cat", value: 500 } }));
  made.take(500);
  await until(() => shown(element).length > 0);
  equal(shown(element)[0], "2 Your best 700");
});
