import { keepEqual, move, standing, standOn, tops } from "./board_rows.js";

const EVERY_MS = 12_000;

/**
 * A board that is open keeps itself up to date while it is looked at: it asks for its rows, gets
 * them only when they have changed, and lets each go to its new place. Nothing is announced, and
 * whoever stands on a link stays on it.
 */
export class LiveBoard {
  #element;
  #every;
  #version;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #asking = false;

  /**
   * @param {HTMLElement} element its data are where to ask and the version that is shown
   * @param {number} [every] milliseconds between two questions
   */
  constructor(element, every = EVERY_MS) {
    this.#element = element;
    this.#every = every;
    this.#version = element.dataset.version ?? "";
  }

  begin() {
    this.#wait();
    document.addEventListener("visibilitychange", () => this.#wait());
  }

  end() {
    clearTimeout(this.#timer);
    this.#every = Number.POSITIVE_INFINITY;
  }

  /** A little more or less than the pace, so that not all pages ask at once. */
  #wait() {
    clearTimeout(this.#timer);
    if (document.hidden || !Number.isFinite(this.#every)) return;
    this.#timer = setTimeout(() => this.#ask(), this.#every * (0.85 + Math.random() * 0.3));
  }

  /** What cannot be had now is asked for again; what is shown stays until then. */
  async #ask() {
    if (this.#asking) return;
    this.#asking = true;
    try {
      const response = await fetch(this.#element.dataset.rows ?? "", {
        headers: { "If-None-Match": this.#version },
        cache: "no-store",
        signal: AbortSignal.timeout(this.#every),
      });
      if (response.ok) {
        this.#show(await response.text());
        this.#version = response.headers.get("ETag") ?? "";
      }
    } catch {
      // Offline, or too slow.
    }
    this.#asking = false;
    this.#wait();
  }

  /** @param {string} html */
  #show(html) {
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    const before = tops(this.#element);
    const stood = standing(this.#element);
    keepEqual(this.#element, fresh.content);
    this.#element.replaceChildren(fresh.content);
    if (stood) standOn(this.#element, stood);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) move(this.#element, before);
  }
}
