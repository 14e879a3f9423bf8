import { fill } from "./numbers.js";
import { element } from "./page.js";
import { copied, offered } from "./share.js";

const MILESTONES = [128, 256, 512, 1024, 2048, 4096];
const WIN = 2048;

/**
 * The result of an attempt as a text that gives nothing away: where no tile lay and no tile came.
 *
 * @param {string} title the day
 * @param {Record<string, string>} words
 * @param {import("./numbers.js").Numbers} numbers
 * @param {Omit<import("./share.js").Shared, "id">} game `rank` is null for who has none
 */
export function resultText(title, words, numbers, { score, largest, ply, rank }) {
  const { grouped, plain } = numbers;
  const figures = { score: grouped(score), tile: plain(largest), moves: grouped(ply) };
  const lines = [
    fill(words.shared_title, { day: title }),
    fill(words.shared_result, figures),
    MILESTONES.map((tile) => square(tile, largest)).join(""),
  ];
  if (rank !== null) lines.push(fill(words.shared_place, { place: grouped(rank) }));
  return lines.join("\n");
}

/**
 * @param {number} tile
 * @param {number} largest
 */
function square(tile, largest) {
  if (tile > largest) return "⬜";
  return tile < WIN ? "🟦" : "🟨";
}

/** Hands the result of an attempt on, with a link to play it oneself. */
export class DailySharing {
  #daily;
  #words;
  #numbers;
  #ranked;

  /**
   * @param {NonNullable<PageData["daily"]>} daily
   * @param {Record<string, string>} words
   * @param {import("./numbers.js").Numbers} numbers
   * @param {boolean} ranked whether its player has a place
   */
  constructor(daily, words, numbers, ranked) {
    this.#daily = daily;
    this.#words = words;
    this.#numbers = numbers;
    this.#ranked = ranked;
  }

  /**
   * @param {import("./share.js").Kind} _kind there is one
   * @param {import("./share.js").Shared} game
   */
  async share(_kind, game) {
    const { title, url } = this.#daily;
    const rank = this.#ranked ? game.rank : null;
    const text = resultText(title, this.#words, this.#numbers, { ...game, rank });
    if (await offered({ text, url })) return;
    const all = `${text}\n${url}`;
    element("shared").textContent = (await copied(all)) ? this.#words.copied : all;
  }
}
