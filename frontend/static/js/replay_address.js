/** The ply in the address, `#1234`: so a link leads to a move, and a reload stays at it. */

const QUIET_MS = 300; // browsers refuse an address that changes with every key of a long press

/** @returns {number | undefined} */
export function plyInAddress() {
  const found = /^#(\d{1,9})$/.exec(location.hash);
  return found ? Number(found[1]) : undefined;
}

/** @param {number} ply */
export function addressOf(ply) {
  return new URL(`#${ply}`, location.href).href;
}

/**
 * Keeps the address at the ply where the player rests, without a step in the history, and follows
 * an address that is changed by hand.
 *
 * @param {{ply: number, onRest: () => void, go: (ply: number) => void}} player
 */
export function keepAddress(player) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  player.onRest = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => history.replaceState(null, "", `#${player.ply}`), QUIET_MS);
  };
  addEventListener("hashchange", () => {
    const ply = plyInAddress();
    if (ply !== undefined) player.go(ply);
  });
}
