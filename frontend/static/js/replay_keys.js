/**
 * The keys of a replay, by where they lie: other layouts type other letters with them.
 *
 * @typedef {object} Orders
 * @property {() => void} toggle
 * @property {() => void} back
 * @property {() => void} forward
 * @property {() => void} first
 * @property {() => void} last
 * @property {(by: number) => void} hurry
 */

/** @type {Record<string, (orders: Orders) => void>} */
const ORDER_OF_KEY = {
  Space: (orders) => orders.toggle(),
  ArrowLeft: (orders) => orders.back(),
  ArrowRight: (orders) => orders.forward(),
  Home: (orders) => orders.first(),
  End: (orders) => orders.last(),
  Equal: (orders) => orders.hurry(1),
  NumpadAdd: (orders) => orders.hurry(1),
  Minus: (orders) => orders.hurry(-1),
  NumpadSubtract: (orders) => orders.hurry(-1),
};
const FIELD =
  "input:not([type='range']), textarea, select, [contenteditable]:not([contenteditable='false'])";
const CONTROL = "a, button, summary";

/** @param {KeyboardEvent} event */
function isForeign(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return true;
  if (event.isComposing || event.defaultPrevented) return true;
  if (document.querySelector("dialog[open]") || !(event.target instanceof Element)) return true;
  const onControl = event.code === "Space" && event.target.closest(CONTROL) !== null;
  return onControl || event.target.closest(FIELD) !== null;
}

/**
 * @param {EventTarget} where they are heard: the window, or one of several replays on a page
 * @param {Orders} orders
 */
export function listenToReplayKeys(where, orders) {
  where.addEventListener("keydown", (heard) => {
    const event = /** @type {KeyboardEvent} */ (heard);
    const order = ORDER_OF_KEY[event.code];
    if (!order || isForeign(event)) return;
    event.preventDefault();
    order(orders);
  });
}
