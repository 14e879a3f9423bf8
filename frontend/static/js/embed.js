import { plyInAddress } from "./replay_address.js";
import { listenToReplayKeys } from "./replay_keys.js";
import { ReplayPlayer } from "./replay_player.js";

/** A replay within somebody else's page: the keys are its own only while it has the focus. */

const root = document.querySelector(".replay");
if (root instanceof HTMLElement) {
  const player = new ReplayPlayer(root, plyInAddress());
  listenToReplayKeys(window, player);
  player.load();
}
