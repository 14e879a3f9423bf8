import { startCheck } from "./check.js";
import { numbers } from "./numbers.js";
import { element } from "./page.js";
import { addressOf, keepAddress, plyInAddress } from "./replay_address.js";
import { listenToReplayKeys } from "./replay_keys.js";
import { ReplayPlayer } from "./replay_player.js";
import { copied, Sharing } from "./share.js";

/** The page of a finished game: wires its replay to the keys, the address and the ways to hand it on. */

const page = /** @type {ReplayPageData} */ (JSON.parse(element("page").textContent ?? ""));
const sharing = new Sharing(page, numbers(page.language));

/**
 * Copies a text, or shows it where the page may not.
 *
 * @param {string} text
 * @param {HTMLElement} said
 */
async function copy(text, said) {
  said.textContent = (await copied(text)) ? page.words.copied : text;
}

/**
 * @param {string} id of a button that is not on the page of every game
 * @param {() => void} action
 */
function onClick(id, action) {
  document.getElementById(id)?.addEventListener("click", action);
}

const root = /** @type {HTMLElement} */ (document.querySelector(".replay"));
const player = new ReplayPlayer(root, plyInAddress());
listenToReplayKeys(window, player);
keepAddress(player);
player.load();
startCheck(element("check"), page.urls.record);

onClick("share", () => sharing.share("game", page.game));
onClick("challenge-others", () => sharing.share("challenge", page.game));
onClick("copy-move", () => copy(addressOf(player.ply), element("shared")));
onClick("to-embed", () => {
  element("embed-said").textContent = "";
  /** @type {HTMLDialogElement} */ (element("embed")).showModal();
});
onClick("embed-copy", () => {
  const code = /** @type {HTMLTextAreaElement} */ (element("embed-code"));
  code.select();
  copy(code.value, element("embed-said"));
});
