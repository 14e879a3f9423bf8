import { fill, localeOf, numbers } from "./numbers.js";

const MINUTE_MS = 60_000;
const HOUR = 60; // minutes
const DAY = 24 * HOUR;
const MOST_LATE_MS = 5000; // readers do not all come at once for the next period

/**
 * How long the running period still lasts, and when it ends by the reader's own clock. Counted from
 * what the server said is left, so a clock that is set wrong changes nothing.
 */
export class Countdown {
  #element;
  #text;
  #numbers;
  #ends;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #onEnd;

  /**
   * @param {HTMLElement} element its data are the seconds that are left, and the words
   * @param {string} language
   * @param {() => void} onEnd
   */
  constructor(element, language, onEnd) {
    this.#element = element;
    this.#text = element.querySelector("span");
    this.#numbers = numbers(language);
    this.#ends = Date.now() + Number(element.dataset.seconds) * 1000;
    this.#onEnd = onEnd;
    this.#showMoment(localeOf(language));
  }

  begin() {
    this.#show();
    document.addEventListener("visibilitychange", () => this.#show());
  }

  /** Again at each full minute; a page that is not seen waits until it is. */
  #show() {
    clearTimeout(this.#timer);
    if (document.hidden) return;
    const left = this.#ends - Date.now();
    const wait = left > 0 ? left % MINUTE_MS || MINUTE_MS : Math.random() * MOST_LATE_MS;
    this.#timer = setTimeout(() => (left > 0 ? this.#show() : this.#onEnd()), wait + 50);
    if (this.#text === null) return;
    const sentence = this.#element.dataset.sentence ?? "";
    this.#text.textContent = fill(sentence, { left: this.#duration(Math.ceil(left / MINUTE_MS)) });
  }

  /**
   * @param {number} given minutes; one that has begun counts
   * @returns {string} as in "12 h 41 min"
   */
  #duration(given) {
    const minutes = Math.max(1, given);
    const unit = minutes >= DAY ? "days" : minutes >= HOUR ? "hours" : "minutes";
    return fill(this.#element.dataset[unit] ?? "", {
      days: this.#numbers.plain(Math.floor(minutes / DAY)),
      hours: this.#numbers.plain(Math.floor(minutes / HOUR) % 24),
      minutes: this.#numbers.plain(minutes % HOUR),
    });
  }

  /** @param {string} locale */
  #showMoment(locale) {
    const time = this.#element.querySelector("time");
    if (time === null) return;
    const style = /** @type {const} */ ({ dateStyle: "long", timeStyle: "short" });
    time.textContent = new Intl.DateTimeFormat(locale, style).format(new Date(time.dateTime));
    time.hidden = false;
  }
}
