import { Lobby } from "./lobby.js";
import { numbers } from "./numbers.js";
import { element } from "./page.js";
import { Shows } from "./shows.js";

/** The best game of this moment, beside the board of somebody who does not play yet. */
export class Featured {
  #card = element("featured");
  #lobby;

  /** @param {PageData} page */
  constructor({ urls, words, language }) {
    const list = /** @type {HTMLElement} */ (this.#card.querySelector("ul"));
    const template = /** @type {HTMLTemplateElement} */ (element("shown-game"));
    const shows = new Shows(list, template, { words, game: urls.game }, numbers(language));
    this.#lobby = new Lobby(urls.featured, {
      onGames: (games) => {
        this.#card.hidden = games.length === 0;
        shows.show(games);
      },
      onLost: () => {
        this.#card.hidden = true;
      },
    });
    this.#lobby.open();
  }

  /** A game of one's own begins. */
  end() {
    this.#lobby.close();
    this.#card.hidden = true;
  }
}
