/**
 * Where positions come from: a worker that rebuilds them from the record.
 *
 * @typedef {object} SourceEvents
 * @property {(thinks: Float64Array) => void} onBegin how many moves there are, and their times
 * @property {(chunk: import("./replay_positions.js").Chunk) => void} onChunk
 * @property {() => void} onEnd all of them have come
 * @property {(code: "unreachable" | "broken") => void} onFailed no more will come
 */

/**
 * @param {string} script the address of `replay_worker.js`
 * @param {string} record
 * @param {SourceEvents} events
 */
export function rebuild(script, record, events) {
  const worker = new Worker(script, { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    const news = /** @type {import("./replay_worker.js").News} */ (data);
    if (news.t === "begin") events.onBegin(news.thinks);
    else if (news.t === "chunk") events.onChunk(news);
    else {
      worker.terminate();
      if (news.t === "end") events.onEnd();
      else events.onFailed(news.code);
    }
  });
  worker.addEventListener("error", () => events.onFailed("unreachable"));
  worker.postMessage(record);
}
