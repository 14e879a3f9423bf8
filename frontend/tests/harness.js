/**
 * A test is a name and a function that throws. tests/browser/test_modules.py opens
 * index.html?file=… in a real browser and reports every failure by name.
 *
 * @typedef {{name: string, error: string | null}} Result
 */

/** @type {{name: string, body: () => unknown}[]} */
const tests = [];

/**
 * @param {string} name a sentence
 * @param {() => unknown} body may be async
 */
export function test(name, body) {
  tests.push({ name, body });
}

/** @returns {Promise<Result[]>} */
export async function run() {
  /** @type {Result[]} */
  const results = [];
  for (const { name, body } of tests) {
    document.body.replaceChildren();
    try {
      await body();
      results.push({ name, error: null });
    } catch (error) {
      results.push({ name, error: error instanceof Error ? (error.stack ?? "") : String(error) });
    }
  }
  return results;
}

/**
 * @param {unknown} actual
 * @param {unknown} expected compared as JSON
 * @param {string} [where]
 */
export function equal(actual, expected, where = "") {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`${where} is ${is}, should be ${should}`);
}

/**
 * @param {unknown} condition
 * @param {string} what
 */
export function ok(condition, what) {
  if (!condition) throw new Error(what);
}

/** @param {number} ms */
export function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** @param {() => unknown} condition that comes true within a few seconds, however busy we are */
export async function until(condition) {
  for (let tries = 0; tries < 500; tries += 1) {
    if (condition()) return;
    await wait(10);
  }
  throw new Error(`It never came true: ${condition}`);
}

export function nextFrame() {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
