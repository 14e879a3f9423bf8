import { Countdown } from "./countdown.js";

/** The pages of the daily challenge count down to the next one, and are loaded again when it comes. */

const countdown = document.querySelector(".countdown");
if (countdown instanceof HTMLElement) {
  new Countdown(countdown, document.documentElement.lang, () => again(countdown)).begin();
}

/**
 * Whoever is in the middle of an attempt goes on with it.
 *
 * @param {HTMLElement} over
 */
function again(over) {
  const status = document.getElementById("board")?.dataset.status;
  if (status === "playing" || status === "won") over.hidden = true;
  else location.reload();
}
