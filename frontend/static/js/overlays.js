import { fill } from "./numbers.js";
import { element } from "./page.js";

/**
 * What lies over the board when it takes no moves: the invitation to begin, the two banners, and
 * what to do when something went wrong. One at a time.
 *
 * @typedef {"invitation" | "win" | "end" | "trouble"} Overlay
 * @typedef {"try-again" | "back" | "sign-in" | "to-play"} Action
 * @typedef {object} End
 * @property {Status} status
 * @property {boolean} won
 * @property {number} score
 * @property {string | null} seed null until the game is settled
 * @property {number | null} rank the place of this score; for a guest the one it would have
 * @property {boolean} watched whether it is the game of somebody else
 * @property {string} record the address of what it takes to check the game
 * @property {string} replay the address of the page that shows the game again
 */

/** @type {readonly Overlay[]} */
const NAMES = ["invitation", "win", "end", "trouble"];
/** @type {readonly Action[]} */
const ACTIONS = ["try-again", "back", "sign-in", "to-play"];

export class Overlays {
  /** @type {Overlay | null} */
  shown = null;
  #words;
  #numbers;
  #guest;

  /**
   * @param {Record<string, string>} words
   * @param {import("./numbers.js").Numbers} numbers
   * @param {boolean} guest
   */
  constructor(words, numbers, guest) {
    this.#words = words;
    this.#numbers = numbers;
    this.#guest = guest;
  }

  /** @param {Overlay | null} name whoever stood on a button that goes is put onto the board */
  show(name) {
    this.shown = name;
    const stoodHere = document.activeElement?.closest(".over") ?? null;
    for (const other of NAMES) element(other).hidden = other !== name;
    if (stoodHere?.hasAttribute("hidden")) element("board").focus({ preventScroll: true });
  }

  /**
   * @param {string} text what happened, what is safe, what to do
   * @param {Action[]} actions the ways out
   */
  trouble(text, actions) {
    element("trouble-text").textContent = text;
    for (const action of ACTIONS) element(action).hidden = !actions.includes(action);
    this.show("trouble");
  }

  /** @param {End} end */
  end(end) {
    element("end-title").textContent = this.#words[this.#titleOf(end)];
    element("end-score").textContent = this.#numbers.grouped(end.score);
    element("end-place").textContent = this.#placeOf(end);
    element("end-seed").textContent = end.seed ?? "…";
    element("end-check").setAttribute("href", end.record);
    element("end-check").hidden = end.seed === null; // nothing could be checked without it
    element("end-replay").setAttribute("href", end.replay);
    if (this.shown !== "end") element("shared").textContent = "";
    this.show("end");
  }

  /** @param {End} end */
  #titleOf({ status, won }) {
    if (status === "given_up") return "given_up";
    return won ? "over_won" : "over";
  }

  /** @param {End} end */
  #placeOf({ seed, rank, watched }) {
    const invited = this.#guest && !watched;
    if (rank !== null) {
      const text = invited ? this.#words.guest_place : this.#words.place;
      return fill(text, { place: this.#numbers.grouped(rank) });
    }
    if (invited) return this.#words.place_after_sign_up;
    return seed === null ? this.#words.settling : "";
  }
}
