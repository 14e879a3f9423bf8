import { send } from "./api.js";
import { element } from "./page.js";

/**
 * The switch that lets others watch or not. It holds once the server says so; until then, and where
 * that fails, it shows what holds.
 *
 * @param {Pick<PageData, "urls" | "language" | "words">} page
 */
export function letWatch({ urls, language, words }) {
  const box = /** @type {HTMLInputElement} */ (element("watchable"));
  const said = element("spectators-said");
  box.addEventListener("change", async () => {
    const wanted = box.checked;
    box.disabled = true;
    try {
      await send("PATCH", urls.me, language, { watchable: wanted });
      said.textContent = wanted ? words.spectators_on : words.spectators_off;
    } catch {
      box.checked = !wanted;
      said.textContent = words.not_changed;
    }
    box.disabled = false;
    box.focus();
  });
}
