import { checkFile } from "./check.js";
import { element } from "./page.js";

/** The page on which one checks a record of one's own: chosen, dropped or pasted. */

const drop = element("drop");
const file = /** @type {HTMLInputElement} */ (element("file"));
const text = /** @type {HTMLTextAreaElement} */ (element("text"));

/** @param {Blob} record */
function check(record) {
  element("result").hidden = false;
  checkFile(element("check"), record);
}

file.addEventListener("change", () => {
  const chosen = file.files?.[0];
  if (chosen) check(chosen);
});

drop.addEventListener("submit", (event) => {
  event.preventDefault();
  const chosen = file.files?.[0];
  if (text.value.trim()) check(new Blob([text.value]));
  else if (chosen) check(chosen);
  else text.focus();
});

// The whole page takes a file: one that misses the form would be opened instead of the page.
addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.toggleAttribute("data-over", true);
});
addEventListener("dragleave", () => drop.toggleAttribute("data-over", false));
addEventListener("drop", (event) => {
  event.preventDefault();
  drop.toggleAttribute("data-over", false);
  const dropped = event.dataTransfer?.files[0];
  if (dropped) check(dropped);
});
