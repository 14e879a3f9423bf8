import { Announcer } from "./announce.js";
import { shapeOf } from "./board.js";
import { BoardView } from "./board_view.js";
import { Challenge } from "./challenge.js";
import { DailySharing } from "./daily_share.js";
import { fill, numbers } from "./numbers.js";
import { Overlays } from "./overlays.js";
import { element } from "./page.js";
import { asker, PlaceCard } from "./place_card.js";
import { Sharing } from "./share.js";
import { StatusLine } from "./status_line.js";

/** All that the play page shows and says. */
export class Screen {
  shape;
  board;
  view;
  status;
  overlays;
  announcer;
  sharing;
  /** @type {Challenge | null} */
  #challenge = null;
  /** The place of one's own game; who watches has none. */
  place;
  #words;
  #numbers;
  #you = "player";

  /** @param {PageData} page */
  constructor({ shape, words, language, me, state, challenge, daily, urls }) {
    this.#words = words;
    this.#numbers = numbers(language);
    this.shape = shapeOf(shape);
    this.announcer = new Announcer(words, this.#numbers, this.shape.columns);
    this.board = element("board");
    this.view = new BoardView(
      this.board,
      this.shape,
      (cell, value) => this.announcer.cell(cell, value),
      this.#numbers.plain,
    );
    this.status = new StatusLine(element("status"), words, this.#numbers);
    this.overlays = new Overlays(words, this.#numbers, me.name === null);
    this.sharing = daily
      ? new DailySharing(daily, words, this.#numbers, me.name !== null)
      : new Sharing({ urls, words }, this.#numbers);
    if (challenge) {
      const standing = element("challenge-standing");
      this.#challenge = new Challenge(standing, challenge.score, words, this.#numbers);
    }
    this.place =
      state?.you === "watcher"
        ? null
        : new PlaceCard(element("place-card"), words, this.#numbers, asker(urls.place));
  }

  /** @param {StateMessage} state of the game that is on the screen from now on */
  begin({ commitment, you }) {
    element("commitment").textContent = commitment;
    this.board.dataset.you = you;
    this.#you = you;
    this.watched(0);
    if (you === "player") document.getElementById("spectators")?.removeAttribute("hidden");
  }

  /** @param {number} watchers who watch the game; nothing that is worth saying aloud */
  watched(watchers) {
    const place = document.querySelector("[data-watchers]");
    if (place === null) return; // nobody watches a daily challenge
    if (watchers > 0) place.textContent = this.word("watchers", { watchers });
    else place.textContent = this.#you === "player" ? this.word("no_watchers") : "";
  }

  /** @param {boolean} back at a game that ended before: its last board is not covered */
  look(back) {
    this.board.parentElement?.toggleAttribute("data-ended", back);
  }

  /**
   * @param {import("./game.js").Game} game
   * @returns {string[]} what this count is worth saying to those who listen
   */
  count({ score, best, ply, status }) {
    element("score").textContent = this.#numbers.grouped(score);
    element("best").textContent = this.#numbers.grouped(best);
    this.board.dataset.ply = String(ply);
    this.board.dataset.status = status;
    this.place?.take(score);
    return this.#challenge?.count(score) ?? [];
  }

  /** @param {string} text for those who listen, once */
  say(text) {
    element("announcer").textContent = text;
  }

  /**
   * @param {string} text
   * @param {import("./overlays.js").Action[]} actions
   */
  trouble(text, actions) {
    this.overlays.trouble(text, actions);
    this.say(text);
  }

  /**
   * @param {string} key
   * @param {Record<string, number>} [values]
   */
  word(key, values = {}) {
    const digits = Object.entries(values).map(([name, n]) => [name, this.#numbers.grouped(n)]);
    return fill(this.#words[key], Object.fromEntries(digits));
  }
}
