/**
 * Keys, swipes and drags as directions. Keys count by their place on the keyboard, so that a
 * Persian or a Dvorak layout plays like any other.
 *
 * @typedef {object} Orders
 * @property {boolean} wantsKeys whether arrows are the board's, or scroll the page
 * @property {(direction: Letter) => void} push
 * @property {() => void} tap
 * @property {() => void} newGame
 * @property {() => void} keepPlaying
 */

/** @type {Record<string, Letter>} */
const DIRECTION_OF_KEY = {
  ...{ ArrowUp: "U", ArrowRight: "R", ArrowDown: "D", ArrowLeft: "L" },
  ...{ KeyW: "U", KeyD: "R", KeyS: "D", KeyA: "L" },
  ...{ KeyK: "U", KeyL: "R", KeyJ: "D", KeyH: "L" },
};
const REPEAT_MS = 120; // a key held down moves no faster than this
const SWIPE_PX = 24;
const CLEAR = Math.tan(Math.PI / 6); // 30° off an axis: within 15° of the diagonal means nothing
const FIELD =
  "input:not([type=checkbox]), textarea, select, [contenteditable]:not([contenteditable='false'])";
const CONTROL = "a, button, summary";

/**
 * @param {number} dx
 * @param {number} dy
 * @returns {Letter | null} null for a way too near to a diagonal
 */
export function directionOf(dx, dy) {
  if (Math.abs(dy) <= Math.abs(dx) * CLEAR) return dx > 0 ? "R" : "L";
  if (Math.abs(dx) <= Math.abs(dy) * CLEAR) return dy > 0 ? "D" : "U";
  return null;
}

/**
 * @param {KeyboardEvent} event
 * @returns {boolean} whether it belongs to the browser, a field, a dialog or an input method
 */
function isForeign(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return true;
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return true;
  return event.target instanceof Element && event.target.closest(FIELD) !== null;
}

/**
 * @param {Orders} orders
 * @param {AbortSignal} [signal] ends it
 */
export function listenToKeys(orders, signal) {
  let movedAt = Number.NEGATIVE_INFINITY;
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (isForeign(event)) return;
    const direction = DIRECTION_OF_KEY[event.code];
    const onControl = event.target instanceof Element && event.target.closest(CONTROL) !== null;
    if (direction) {
      if (!orders.wantsKeys) return;
      event.preventDefault();
      if (event.repeat && event.timeStamp - movedAt < REPEAT_MS) return;
      movedAt = event.timeStamp;
      orders.push(direction);
    } else if (event.code === "KeyN" && !event.repeat) {
      event.preventDefault();
      orders.newGame();
    } else if (/^(Numpad)?Enter$/.test(event.code) && !event.repeat && !onControl) {
      orders.keepPlaying();
    }
  };
  addEventListener("keydown", onKey, { signal });
}

/**
 * One finger or the mouse's main button moves once, as soon as its way is clear. The board's CSS
 * keeps the browser from scrolling, zooming and refreshing there.
 *
 * @param {HTMLElement} board
 * @param {Orders} orders
 */
export function listenToSwipes(board, orders) {
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  let waiting = false;

  board.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    waiting = fingers.size === 1;
    board.setPointerCapture(event.pointerId);
  });
  board.addEventListener("pointermove", (event) => {
    const start = fingers.get(event.pointerId);
    if (!start || !waiting) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (Math.hypot(dx, dy) < SWIPE_PX) return;
    waiting = false;
    const direction = directionOf(dx, dy);
    if (direction) orders.push(direction);
  });
  board.addEventListener("pointerup", (event) => {
    if (fingers.delete(event.pointerId) && waiting) orders.tap();
    waiting = false;
  });
  board.addEventListener("pointercancel", (event) => {
    fingers.delete(event.pointerId);
    waiting = false;
  });
}
