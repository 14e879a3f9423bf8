import { Countdown } from "./countdown.js";

/** The pages of the daily challenge count down to the next one, and are loaded again when it comes. */

/** Whoever is in the middle of an attempt goes on with it. */
function again() {
  const status = document.getElementById("board")?.dataset.status;
  if (status !== "playing" && status !== "won") location.reload();
}

const countdown = document.querySelector(".countdown");
if (countdown instanceof HTMLElement) {
  new Countdown(countdown, document.documentElement.lang, again).begin();
}
