import { fill } from "./numbers.js";
import { element } from "./page.js";

/**
 * Hands a link on: with the device's own sheet where it has one, else by copying it.
 *
 * @typedef {"game" | "challenge"} Kind a finished game, or the invitation to do better
 * @typedef {{id: string, score: number, largest: number, ply: number, rank: number | null}} Shared
 */
export class Sharing {
  #urls;
  #words;
  #numbers;

  /**
   * @param {{urls: Record<Kind, string>, words: Record<string, string>}} page
   * @param {import("./numbers.js").Numbers} numbers
   */
  constructor({ urls, words }, numbers) {
    this.#urls = urls;
    this.#words = words;
    this.#numbers = numbers;
  }

  /**
   * @param {Kind} kind
   * @param {Pick<Shared, "id" | "score">} game
   */
  async share(kind, { id, score }) {
    const url = new URL(this.#urls[kind].replace("ID", id), location.href).href;
    const said = kind === "game" ? this.#words.shared_game : this.#words.shared_challenge;
    const text = fill(said, { score: this.#numbers.grouped(score) });
    if (await offered({ text, url })) return;
    element("shared").textContent = (await copied(url)) ? this.#words.copied : url;
  }
}

/**
 * @param {ShareData} data
 * @returns {Promise<boolean>} whether the device took it, or its owner thought better of it
 */
export async function offered(data) {
  if (!("share" in navigator)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} false where the page may not: on plain http, or by a setting
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
