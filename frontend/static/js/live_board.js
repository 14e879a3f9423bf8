const EVERY_MS = 12_000;
const MOVE_MS = 400;

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

/**
 * @param {ParentNode} parent
 * @returns {Map<string, HTMLElement>} the rows by whose they are
 */
function rows(parent) {
  const found = parent.querySelectorAll("tr[data-player]");
  return new Map([...found].map((row) => keyed(/** @type {HTMLElement} */ (row))));
}

/**
 * @param {HTMLElement} row
 * @returns {[string, HTMLElement]}
 */
function keyed(row) {
  return [row.dataset.player ?? "", row];
}

/**
 * Rows that say the same stay the elements they are.
 *
 * @param {ParentNode} shown
 * @param {ParentNode} fresh
 */
function keepEqual(shown, fresh) {
  const old = rows(shown);
  for (const [player, row] of rows(fresh)) {
    const same = old.get(player);
    if (same?.isEqualNode(row)) row.replaceWith(same);
  }
}

/** @param {ParentNode} parent */
function tops(parent) {
  return new Map([...rows(parent)].map(([key, row]) => [key, row.getBoundingClientRect().top]));
}

/**
 * @param {ParentNode} parent
 * @param {Map<string, number>} before where the rows were seen
 */
function move(parent, before) {
  for (const [player, row] of rows(parent)) {
    const from = before.get(player);
    if (from === undefined) {
      row.animate({ opacity: [0, 1] }, MOVE_MS);
      continue;
    }
    const by = from - row.getBoundingClientRect().top;
    if (by === 0) continue;
    const transform = [`translateY(${by}px)`, "none"];
    row.animate({ transform }, { duration: MOVE_MS, easing: "ease-out" });
  }
}

/**
 * The link that has the focus: whose row it is in, and which of its links; or its relation.
 *
 * @param {HTMLElement} parent
 */
function standing(parent) {
  const link = document.activeElement;
  if (!(link instanceof HTMLAnchorElement) || !parent.contains(link)) return null;
  const row = link.closest("tr");
  const number = row ? [...row.querySelectorAll("a")].indexOf(link) : 0;
  return { player: row?.dataset.player, number, rel: link.rel };
}

/**
 * @param {HTMLElement} parent
 * @param {NonNullable<ReturnType<typeof standing>>} stood
 */
function standOn(parent, { player, number, rel }) {
  const row = player === undefined ? undefined : rows(parent).get(player);
  const link = row
    ? row.querySelectorAll("a")[number]
    : parent.querySelector(rel ? `a[rel="${rel}"]` : "a");
  if (link instanceof HTMLElement) link.focus({ preventScroll: true });
}
