import { resultText } from "../static/js/daily_share.js";
import { numbers } from "../static/js/numbers.js";
import { equal, test } from "./harness.js";

const WORDS = {
  shared_title: "Kashi, the daily challenge of {day}",
  shared_result: "{score} points · largest tile {tile} · moves {moves}",
  shared_place: "Place {place} so far",
};
const GAME = { score: 12_345, largest: 1024, ply: 812, rank: 12 };

/** @param {object} [given] */
function text(given, language = "en") {
  return resultText("30 November 2026", WORDS, numbers(language), { ...GAME, ...given });
}

test("a result tells day, score, tile, moves, milestones and place", () => {
  equal(
    text(),
    [
      "Kashi, the daily challenge of 30 November 2026",
      "12,345 points · largest tile 1024 · moves 812",
      "🟦🟦🟦🟦⬜⬜",
      "Place 12 so far",
    ].join("\n"),
  );
});

test("from the winning tile on the squares are gold", () => {
  equal(text({ largest: 8192 }).split("\n")[2], "🟦🟦🟦🟦🟨🟨");
  equal(text({ largest: 64 }).split("\n")[2], "⬜⬜⬜⬜⬜⬜");
});

test("who has no place tells of none", () => {
  equal(text({ rank: null }).split("\n").length, 3);
});

test("figures are in the digits of the language", () => {
  equal(text({}, "fa").includes("۱۲٬۳۴۵ points · largest tile ۱۰۲۴"), true);
});
