import { numbers } from "../static/js/numbers.js";
import { Shows } from "../static/js/shows.js";
import { equal, test } from "./harness.js";

const CARD = `<li><a><span class="mini"></span><bdi data-part="player"></bdi>
  <b data-part="score"></b><i data-part="shape"></i><i data-part="largest"></i>
  <span data-part="watchers"></span></a></li>`;
const WORDS = { guest: "a guest", watchers: "{watchers} watching" };

/**
 * @param {string} id
 * @param {Partial<ShownGame>} [fields] what is not as usual
 * @returns {ShownGame}
 */
function shown(id, fields = {}) {
  const board = [
    [2, 0],
    [0, 2048],
  ];
  const usual = { shape: "2x2", kind: "ranked", player: "mina", score: 1234, largest: 2048 };
  return { id, ...usual, ply: 9, board, watchers: 0, ...fields };
}

/** @param {string} language */
function empty(language = "en") {
  const list = document.createElement("ul");
  document.body.append(list);
  const template = document.createElement("template");
  template.innerHTML = CARD.replaceAll("<i ", "<s ").replaceAll("</i>", "</s>");
  const page = { words: WORDS, game: "/games/ID/" };
  return { list, shows: new Shows(list, template, page, numbers(language)) };
}

/** @param {HTMLElement} list */
const ids = (list) => [...list.children].map((card) => card.getAttribute("data-game"));

test("a card tells who plays, how well, and who watches", () => {
  const { list, shows } = empty("fa");
  shows.show([shown("a", { player: null, watchers: 3 })]);
  const card = list.children[0];
  equal(card.querySelector("a")?.getAttribute("href"), "/games/a/");
  const said = [...card.querySelectorAll("[data-part]")].map((part) => part.textContent);
  equal(said, ["a guest", "۱٬۲۳۴", "۲×۲", "۲۰۴۸", "۳ watching"]);
  const tiles = [...card.querySelectorAll("i")].map(({ dataset }) => [dataset.v, dataset.n]);
  equal(tiles, [
    ["2", "۲"],
    [undefined, undefined],
    [undefined, undefined],
    ["2048", "۲۰۴۸"],
  ]);
});

test("the cards stand in the order of the games and stay the same elements", () => {
  const { list, shows } = empty();
  shows.show([shown("a"), shown("b"), shown("c")]);
  const first = list.children[0];
  shows.show([
    shown("c"),
    shown("a", {
      watchers: 1,
      board: [
        [4, 0],
        [0, 262144],
      ],
    }),
  ]);
  equal(ids(list), ["c", "a"]);
  equal(list.children[1] === first, true, "the card of the same game");
  const [tile, , , last] = first.querySelectorAll("i");
  equal([tile.dataset.v, last.dataset.v, last.dataset.beyond], ["4", "262144", "even"]);
  equal(first.querySelector("[data-part=watchers]")?.textContent, "1 watching");
});

test("no card moves while somebody stands on one", () => {
  const { list, shows } = empty();
  shows.show([shown("a"), shown("b")]);
  const link = /** @type {HTMLElement} */ (list.querySelector("[data-game=b] a"));
  link.focus();
  shows.show([shown("c"), shown("b"), shown("a")]);
  equal(ids(list), ["a", "b", "c"]);
  equal(document.activeElement === link, true, "the focus");
  link.blur();
  shows.show([shown("c"), shown("b"), shown("a")]);
  equal(ids(list), ["c", "b", "a"]);
});
