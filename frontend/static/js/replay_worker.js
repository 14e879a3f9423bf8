import { shapeOf } from "./board.js";
import { chunksOf } from "./replay_chunks.js";

/**
 * Fetches a record and rebuilds its positions, in a thread of its own: a phone's page stays smooth
 * while tens of thousands of tiles are drawn from the seed.
 *
 * @typedef {{t: "begin", thinks: Float64Array}
 *     | ({t: "chunk"} & import("./replay_positions.js").Chunk)
 *     | {t: "end"}
 *     | {t: "failed", code: "unreachable" | "broken"}} News
 */

const scope = /** @type {Worker} */ (/** @type {unknown} */ (globalThis));

/**
 * @param {News} news
 * @param {Transferable[]} [handed]
 */
function tell(news, handed = []) {
  scope.postMessage(news, handed);
}

/** @param {string} url */
async function fetched(url) {
  try {
    const answer = await fetch(url);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // no line, or it broke on the way
  }
}

/** @param {string} url of a record */
async function run(url) {
  const record = await fetched(url);
  if (record === null) {
    tell({ t: "failed", code: "unreachable" });
    return;
  }
  const { rows, columns } = shapeOf(record.shape);
  tell({ t: "begin", thinks: Float64Array.from(record.think_ms) });
  try {
    for (const chunk of chunksOf(record, rows * columns)) {
      const { cells, scores, highest, spawns, letters } = chunk;
      const parts = [cells, scores, highest, spawns, letters];
      tell(
        { t: "chunk", ...chunk },
        parts.map(({ buffer }) => buffer),
      );
    }
    tell({ t: "end" });
  } catch {
    tell({ t: "failed", code: "broken" }); // the check beside the replay says what does not hold
  }
}

scope.addEventListener("message", ({ data }) => run(data));
