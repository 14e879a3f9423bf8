/**
 * Figures in the digits of the page's language.
 *
 * @typedef {object} Numbers
 * @property {(value: number) => string} plain for tiles, plies and places on the board
 * @property {(value: number) => string} grouped for scores and ranks
 * @property {(values: number[]) => string} list as in "8, 16 and 32"
 * @property {(ms: number) => string} clock as in "4:10", with hours where there are any
 */

/** @param {string} language */
export function localeOf(language) {
  return language === "fa" ? "fa-IR-u-nu-arabext" : "en-GB";
}

/**
 * @param {string} language
 * @returns {Numbers}
 */
export function numbers(language) {
  const locale = localeOf(language);
  const plain = new Intl.NumberFormat(locale, { useGrouping: false });
  const pair = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
  const grouped = new Intl.NumberFormat(locale);
  const list = new Intl.ListFormat(locale, { type: "conjunction" });
  return {
    plain: (value) => plain.format(value),
    grouped: (value) => grouped.format(value),
    list: (values) => list.format(values.map((value) => plain.format(value))),
    clock: (ms) => clock(Math.floor(ms / 1000), plain, pair),
  };
}

/**
 * @param {number} seconds
 * @param {Intl.NumberFormat} plain
 * @param {Intl.NumberFormat} pair of digits
 */
function clock(seconds, plain, pair) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const before =
    hours > 0 ? `${plain.format(hours)}:${pair.format(minutes)}` : plain.format(minutes);
  return `${before}:${pair.format(seconds % 60)}`;
}

/**
 * @param {string} text with places like "{move}"
 * @param {Record<string, string>} values
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}
