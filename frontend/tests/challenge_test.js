import { Challenge } from "../static/js/challenge.js";
import { numbers } from "../static/js/numbers.js";
import { equal, test } from "./harness.js";

const WORDS = {
  to_go: "{points} points to go",
  level: "Level with it",
  beaten: "Beaten by {points} points",
};

/** @param {string} language */
function held(language = "en") {
  const element = document.createElement("span");
  return { element, challenge: new Challenge(element, 12864, WORDS, numbers(language)) };
}

test("before the first move all of it is missing", () => {
  equal(held().element.textContent, "12,864 points to go");
  equal(held("fa").element.textContent, "۱۲٬۸۶۴ points to go");
});

test("what is missing is shown and not said", () => {
  const { element, challenge } = held();
  equal(challenge.count(12800), []);
  equal(element.textContent, "64 points to go");
  equal(element.dataset.beaten, "false");
});

test("the same score has not beaten it", () => {
  const { element, challenge } = held();
  equal(challenge.count(12864), []);
  equal(element.textContent, "Level with it");
  equal(element.dataset.beaten, "false");
});

test("that it is beaten is said once", () => {
  const { element, challenge } = held();
  challenge.count(12800);
  equal(challenge.count(12868), ["Beaten by 4 points."]);
  equal(challenge.count(12900), []);
  equal(element.textContent, "Beaten by 36 points");
  equal(element.dataset.beaten, "true");
});

test("a game that begins anew can beat it again", () => {
  const { challenge } = held();
  challenge.count(12868);
  challenge.count(0);
  equal(challenge.count(12868), ["Beaten by 4 points."]);
});
