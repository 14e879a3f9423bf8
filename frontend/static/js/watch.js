import { Lobby } from "./lobby.js";
import { numbers } from "./numbers.js";
import { element } from "./page.js";
import { Shows } from "./shows.js";

/** The page of the games that are played just now: whole without this, which keeps it live. */

/** @type {WatchPageData} */
const page = JSON.parse(element("page").textContent ?? "");
const template = /** @type {HTMLTemplateElement} */ (element("shown-game"));
const shows = new Shows(element("shows"), template, page, numbers(page.language));

const lobby = new Lobby(`${page.socket}?${page.query}`, {
  onGames: (games) => {
    element("line-lost").hidden = true;
    element("shows").toggleAttribute("data-still", false);
    element("nobody").hidden = games.length > 0;
    shows.show(games);
  },
  onLost: () => {
    element("line-lost").hidden = false;
    element("shows").toggleAttribute("data-still", true);
  },
});
lobby.open();
