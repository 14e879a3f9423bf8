import { ReplayPlayer } from "./replay_player.js";

/**
 * Two replays that always show the same move, wherever a hand takes hold of either. The longer game
 * leads: it plays at its own pace and to its end, while the other one rests at its own.
 *
 * @param {HTMLElement[]} roots of both
 * @param {HTMLElement} bar what holds the buttons for both
 * @returns {ReplayPlayer} the one that leads
 */
export function together(roots, bar) {
  const [longer, shorter] = [...roots].sort((one, other) => pliesOf(other) - pliesOf(one));
  const leader = new ReplayPlayer(longer, undefined, bar);
  const follower = new ReplayPlayer(shorter);
  tie(leader, follower);
  tie(follower, leader);
  leader.load();
  follower.load();
  return leader;
}

/** @param {HTMLElement} root */
function pliesOf(root) {
  return Number(/** @type {HTMLInputElement} */ (root.querySelector("input[type='range']")).max);
}

/**
 * @param {ReplayPlayer} one
 * @param {ReplayPlayer} other goes where the first one does
 */
function tie(one, other) {
  one.onMove = () => other.follow(one.ply, false);
  one.onRest = () => other.follow(one.ply, true);
}
