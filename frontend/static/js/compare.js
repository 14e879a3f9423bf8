import { element } from "./page.js";
import { listenToReplayKeys } from "./replay_keys.js";
import { together } from "./replay_pair.js";

/** Two games of one day side by side: their replays go together, and to the move where they part. */

const roots = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".replay"));
const leader = together([...roots], element("together"));
listenToReplayKeys(window, leader);

const parting = document.getElementById("parting");
if (parting instanceof HTMLButtonElement) {
  parting.addEventListener("click", () => leader.go(Number(parting.value)));
}
