import { numbers } from "../static/js/numbers.js";
import { StatusLine } from "../static/js/status_line.js";
import { equal, test, wait } from "./harness.js";

const WORDS = {
  saved: "Saved · move {move}",
  saving: "Saving…",
  lost: "Line lost. Your moves up to {move} are safe; trying again…",
  away: "You were away; this is the board now",
};

function shown() {
  const element = document.createElement("p");
  return { element, status: new StatusLine(element, WORDS, numbers("en")) };
}

test("it names the last saved move", () => {
  const { element, status } = shown();
  status.saved(17);
  equal(element.textContent, "Saved · move 17");
});

test("only a slow answer is worth a word", async () => {
  const { element, status } = shown();
  status.saved(1);
  status.saving();
  await wait(50);
  status.saved(2);
  await wait(500);
  equal(element.textContent, "Saved · move 2");
  status.saving();
  await wait(500);
  equal(element.textContent, "Saving…");
});

test("a lost line says which moves are safe", () => {
  const { element, status } = shown();
  status.saved(17);
  status.lost();
  equal(element.textContent, "Line lost. Your moves up to 17 are safe; trying again…");
  equal(element.dataset.kind, "lost");
});
