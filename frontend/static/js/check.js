import { fill, numbers } from "./numbers.js";

/**
 * The card that says what was checked of a game, in words a player understands. The template is
 * partials/check.html, the work is done by check_worker.js, and nothing is taken on trust.
 *
 * @typedef {import("./check_worker.js").Finding} Finding
 * @typedef {import("./check_worker.js").Asked} Asked
 */

/** @type {WeakMap<HTMLElement, Check>} */
const running = new WeakMap();

/**
 * Checks the game whose record is there, and shows what comes out, as it comes.
 *
 * @param {HTMLElement} panel as partials/check.html makes it
 * @param {string} recordUrl
 */
export function startCheck(panel, recordUrl) {
  start(panel, { url: new URL(recordUrl, location.href).href });
}

/**
 * The same for a file of the reader's own. It never leaves the browser.
 *
 * @param {HTMLElement} panel
 * @param {Blob} file
 */
export function checkFile(panel, file) {
  start(panel, { file });
}

/** @param {HTMLElement} panel @param {Asked} asked */
function start(panel, asked) {
  running.get(panel)?.stop(); // of two the later one counts
  const check = new Check(panel, asked);
  running.set(panel, check);
  check.run();
}

class Check {
  #panel;
  #asked;
  #words;
  #numbers = numbers(document.documentElement.lang);
  /** @type {Worker | null} */
  #worker = null;

  /** @param {HTMLElement} panel @param {Asked} asked */
  constructor(panel, asked) {
    this.#panel = panel;
    this.#asked = asked;
    /** @type {Record<string, string>} */
    this.#words = JSON.parse(this.#part("script").textContent ?? "");
  }

  run() {
    this.stop();
    this.#clear();
    try {
      this.#worker = new Worker(this.#panel.dataset.worker ?? "", { type: "module" });
    } catch {
      return this.#fail("no_worker"); // a browser's setting can forbid them
    }
    this.#worker.onerror = () => this.#fail("no_worker");
    this.#worker.onmessage = ({ data }) => this.#take(data);
    this.#worker.postMessage(this.#asked);
  }

  stop() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #clear() {
    this.#panel.dataset.state = "running";
    for (const row of this.#panel.querySelectorAll("[data-part]")) {
      row.removeAttribute("data-found");
      this.#row(row, "");
    }
    this.#progress.hidden = false;
    this.#progress.removeAttribute("value");
    for (const text of this.#texts) text.textContent = text.dataset.text ||= text.textContent;
    this.#part("[data-compare]").hidden = true;
    this.#again.hidden = true;
    this.#say(this.#words.running);
  }

  /** @param {Finding} finding */
  #take(finding) {
    if (finding.t === "begun") this.#count(finding.moves);
    if (finding.t === "at") this.#progress.value = finding.ply;
    if (finding.t === "held") this.#row(this.#part(`[data-part="${finding.part}"]`), "held");
    if (finding.t === "nobodys") {
      this.#part('[data-part="part"] [data-text]').textContent = this.#words.nobodys_part;
    }
    if (finding.t === "broken") this.#broken(finding);
    if (finding.t === "failed") this.#fail(finding.why);
    if (finding.t === "done") this.#held(finding);
  }

  /** From here on the rows say how many there are. @param {number} moves */
  #count(moves) {
    this.#progress.max = Math.max(1, moves);
    this.#progress.value = 0;
    const tiles = this.#part('[data-part="tiles"] [data-text]');
    tiles.textContent = this.#word("all_tiles", { n: moves + 2 });
    const rules = this.#part('[data-part="moves"] [data-text]');
    rules.textContent = this.#word("all_moves", { n: moves });
  }

  /** Whether it is the true commitment no record can show. @param {Extract<Finding, {t: "done"}>} found */
  #held({ moves, score, commitment, day }) {
    this.#end("held", this.#word("done", { moves, points: score }));
    this.#part("[data-commitment]").textContent = commitment;
    this.#part('[data-of="game"]').hidden = day !== null;
    this.#part('[data-of="day"]').hidden = day === null;
    const link = this.#part("[data-to]");
    link.setAttribute("href", (link.dataset.to ?? "").replace("DAY", day ?? ""));
    this.#part("[data-compare]").hidden = false;
  }

  /** @param {Extract<Finding, {t: "broken"}>} found */
  #broken({ code, ply, part, direction }) {
    this.#row(this.#part(`[data-part="${part}"]`), "broken");
    const what = code === "think_ms" && ply === 0 ? "times" : code;
    const way = direction ? this.#words[direction] : "";
    this.#end("broken", this.#word(what, { move: ply }, { direction: way }));
  }

  /** Not checked: that is something else than broken. @param {string} why */
  #fail(why) {
    this.#again.hidden = why !== "unreachable" && why !== "no_worker";
    this.#again.onclick = () => {
      this.run();
      this.#part("[role=status]").focus(); // the button goes away
    };
    this.#end("failed", this.#words[why]);
  }

  /** @param {string} state @param {string} text */
  #end(state, text) {
    this.stop();
    this.#panel.dataset.state = state;
    this.#progress.hidden = true;
    this.#say(text);
  }

  /** Its sign is a picture; who listens gets a word. @param {Element} row @param {string} found */
  #row(row, found) {
    if (found) row.setAttribute("data-found", found);
    const word = row.querySelector("[data-word]");
    if (word) word.textContent = found ? this.#words[`row_${found}`] : this.#words.row_open;
  }

  /** @param {string} text */
  #say(text) {
    this.#part("[role=status]").textContent = text;
  }

  /**
   * @param {string} key
   * @param {Record<string, number>} figures
   * @param {Record<string, string>} [others]
   */
  #word(key, figures, others = {}) {
    const digits = Object.entries(figures).map(([name, n]) => [name, this.#numbers.grouped(n)]);
    return fill(this.#words[key], { ...Object.fromEntries(digits), ...others });
  }

  get #progress() {
    return /** @type {HTMLProgressElement} */ (this.#part("progress"));
  }

  get #again() {
    return /** @type {HTMLButtonElement} */ (this.#part("[data-again]"));
  }

  get #texts() {
    return /** @type {NodeListOf<HTMLElement>} */ (this.#panel.querySelectorAll("[data-text]"));
  }

  /** @param {string} selector @returns {HTMLElement} */
  #part(selector) {
    const found = this.#panel.querySelector(selector);
    if (!(found instanceof HTMLElement))
      throw new Error(`The card of the check lacks ${selector}.`);
    return found;
  }
}
