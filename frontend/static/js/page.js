/**
 * The elements of the play page that the template gives, by their ids.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}

/** @returns {PageData} */
export function pageData() {
  return JSON.parse(element("page").textContent ?? "");
}

/**
 * @param {PageData} page
 * @param {string} id of a game
 */
export function socketAddress({ urls, language }, id) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}${urls.socket}${id}/?lang=${language}`;
}

/** Asks whether the running game is given up; "give-up-yes" is the answer that matters. */
export function askToGiveUp() {
  const dialog = /** @type {HTMLDialogElement} */ (element("give-up"));
  if (!dialog.open) dialog.showModal();
}
