import { Countdown } from "../static/js/countdown.js";
import { equal, ok, test, until, wait } from "./harness.js";

const WORDS = {
  sentence: "The month ends in {left}",
  days: "{days} d {hours} h",
  hours: "{hours} h {minutes} min",
  minutes: "{minutes} min",
};

/**
 * @param {number} seconds
 * @param {string} [language]
 */
function begun(seconds, language = "en") {
  const element = document.createElement("p");
  element.innerHTML = '<span>as served</span> <time datetime="2026-12-01T00:00:00Z" hidden></time>';
  Object.assign(element.dataset, { seconds, ...WORDS });
  let ended = 0;
  new Countdown(element, language, () => {
    ended += 1;
  }).begin();
  const said = () => element.querySelector("span")?.textContent;
  return { said, time: element.querySelector("time"), ended: () => ended };
}

test("it says what is left by the largest unit", () => {
  equal(begun(45_660).said(), "The month ends in 12 h 41 min");
  equal(begun(45_660, "fa").said(), "The month ends in ۱۲ h ۴۱ min");
  equal(begun(6 * 86_400 + 17 * 3600).said(), "The month ends in 6 d 17 h");
  equal(begun(59 * 60 - 5).said(), "The month ends in 59 min");
});

test("it names the end by the reader's own clock and calendar", () => {
  const { time } = begun(60);
  const there = new Date("2026-12-01T00:00:00Z");
  ok(time && !time.hidden, "it is shown");
  ok(time?.textContent?.includes(String(there.getDate())), "their day");
  ok(begun(60, "fa").time?.textContent?.includes("۱۴۰۵"), "the solar Hijri year");
});

test("at the end it tells, once", async () => {
  const original = Math.random;
  Math.random = () => 0;
  const { ended } = begun(0);
  await until(() => ended() > 0);
  await wait(150);
  Math.random = original;
  equal(ended(), 1);
});
