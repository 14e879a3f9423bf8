/**
 * Figures in the digits of the page's language.
 *
 * @typedef {object} Numbers
 * @property {(value: number) => string} plain for tiles, plies and places on the board
 * @property {(value: number) => string} grouped for scores and ranks
 * @property {(values: number[]) => string} list as in "8, 16 and 32"
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
  const grouped = new Intl.NumberFormat(locale);
  const list = new Intl.ListFormat(locale, { type: "conjunction" });
  return {
    plain: (value) => plain.format(value),
    grouped: (value) => grouped.format(value),
    list: (values) => list.format(values.map((value) => plain.format(value))),
  };
}

/**
 * @param {string} text with places like "{move}"
 * @param {Record<string, string>} values
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}
