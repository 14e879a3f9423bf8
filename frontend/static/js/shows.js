import { fill } from "./numbers.js";

const HIGHEST_NAMED = 131072; // as in tile.js

/**
 * Cards of games to watch, each with a small board. A card stays the same element for as long as
 * its game is shown, and while somebody stands on one, none changes its place.
 */
export class Shows {
  #list;
  #template;
  #page;
  #numbers;
  /** @type {Map<string, HTMLElement>} */
  #cards = new Map();

  /**
   * @param {HTMLElement} list
   * @param {HTMLTemplateElement} template
   * @param {{words: Record<string, string>, game: string}} page its `game` is an address with ID
   * @param {import("./numbers.js").Numbers} numbers
   */
  constructor(list, template, page, numbers) {
    this.#list = list;
    this.#template = template;
    this.#page = page;
    this.#numbers = numbers;
    for (const card of list.children) {
      if (card instanceof HTMLElement) this.#cards.set(card.dataset.game ?? "", card);
    }
  }

  /** @param {ShownGame[]} games in their order */
  show(games) {
    const shown = new Set(games.map(({ id }) => id));
    for (const [id, card] of this.#cards) {
      if (shown.has(id)) continue;
      card.remove();
      this.#cards.delete(id);
    }
    const cards = games.map((game) => this.#draw(game));
    const inOrder = cards.every((card, place) => this.#list.children[place] === card);
    if (!inOrder && !this.#list.contains(document.activeElement)) this.#list.append(...cards);
    else this.#list.append(...cards.filter((card) => !card.isConnected));
  }

  /** @param {ShownGame} game */
  #draw(game) {
    const card = this.#cards.get(game.id) ?? this.#made(game);
    const { grouped, plain } = this.#numbers;
    const { words } = this.#page;
    this.#say(card, "player", game.player ?? words.guest);
    this.#say(card, "score", grouped(game.score));
    this.#say(card, "largest", plain(game.largest));
    const watched = fill(words.watchers, { watchers: grouped(game.watchers) });
    this.#say(card, "watchers", game.watchers > 0 ? watched : "");
    this.#tiles(card, game.board);
    return card;
  }

  /** @param {ShownGame} game */
  #made({ id, shape, board }) {
    const copy = /** @type {DocumentFragment} */ (this.#template.content.cloneNode(true));
    const card = /** @type {HTMLElement} */ (copy.querySelector("li"));
    card.dataset.game = id;
    card.querySelector("a")?.setAttribute("href", this.#page.game.replace("ID", id));
    const sides = shape.split("x").map((side) => this.#numbers.plain(Number(side)));
    this.#say(card, "shape", sides.join("×"));
    const rows = board.map((row) => {
      const line = document.createElement("span");
      line.append(...row.map(() => document.createElement("i")));
      return line;
    });
    card.querySelector(".mini")?.replaceChildren(...rows);
    this.#cards.set(id, card);
    return card;
  }

  /**
   * @param {HTMLElement} card
   * @param {number[][]} board
   */
  #tiles(card, board) {
    const tiles = card.querySelectorAll("i");
    board.flat().forEach((value, cell) => {
      const { dataset } = tiles[cell];
      if (dataset.v === (value ? String(value) : undefined)) return;
      delete dataset.v;
      delete dataset.n;
      delete dataset.beyond;
      if (value === 0) return;
      dataset.v = String(value);
      dataset.n = this.#numbers.plain(value);
      if (value > HIGHEST_NAMED) dataset.beyond = Math.log2(value) % 2 === 0 ? "even" : "odd";
    });
  }

  /**
   * @param {HTMLElement} card
   * @param {string} part
   * @param {string} text
   */
  #say(card, part, text) {
    const place = card.querySelector(`[data-part="${part}"]`);
    if (place && place.textContent !== text) place.textContent = text;
  }
}
