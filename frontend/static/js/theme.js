/**
 * The switch between the system's colours, light and dark. The server renders the choice from a
 * cookie, so no page ever flashes; with cookies blocked the choice holds for the open page.
 */

const THEMES = ["system", "light", "dark"];
const YEAR = 365 * 24 * 3600;

const root = document.documentElement;

/** @returns {string} */
function chosen() {
  return root.dataset.theme ?? "system";
}

/** @param {string} theme */
function choose(theme) {
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  const age = theme === "system" ? 0 : YEAR;
  try {
    document.cookie = `theme=${theme}; path=/; max-age=${age}; samesite=lax`;
  } catch {
    // A sandboxed page may not touch cookies at all.
  }
}

/** @param {HTMLButtonElement} button */
function name(button) {
  const words = button.dataset[chosen()] ?? "";
  button.title = words;
  button.querySelector("span")?.replaceChildren(words);
}

const button = document.querySelector("button.theme");
if (button instanceof HTMLButtonElement) {
  name(button);
  button.addEventListener("click", () => {
    choose(THEMES[(THEMES.indexOf(chosen()) + 1) % THEMES.length]);
    name(button);
  });
}
