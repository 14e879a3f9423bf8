import { Broken, compare, parse, promise, replay } from "../verify/kashi_verify.mjs";

/**
 * Checks one game beside the page, so that the page stays quick, and tells what it finds as it
 * goes. It asks the site for nothing but the record.
 *
 * @typedef {"commitment" | "part" | "tiles" | "moves"} Part what is checked, in this order
 * @typedef {{t: "begun", moves: number}
 *     | {t: "at", ply: number}
 *     | {t: "held", part: Part}
 *     | {t: "nobodys"}
 *     | {t: "done", moves: number, score: number}
 *     | {t: "broken", ply: number, code: string, part: Part, direction: string | null}
 *     | {t: "failed", why: "unreachable" | "missing" | "no_record"}} Finding
 *     `nobodys`: no player's part goes into the tiles of a daily challenge
 * @typedef {{url: string} | {file: Blob}} Asked
 */

const TELL_EVERY_MS = 40;
const NO_CLIENT_SEED = "-";
/** @type {Record<string, Part>} */
const PARTS = {
  record: "commitment",
  scheme: "commitment",
  game_id: "commitment",
  shape: "commitment",
  no_seed: "commitment",
  seed: "commitment",
  commitment: "commitment",
  client_seed: "part",
  board: "tiles",
};
/** Claims that are compared once the last board, and so every tile, is known to be right. */
const AFTER_THE_TILES = new Set(["score", "largest", "won_at_move", "over"]);

/** @param {Finding} finding */
const tell = (finding) => postMessage(finding);

/** @param {any} record */
function check(record) {
  promise(record);
  tell({ t: "held", part: "commitment" });
  tell({ t: "held", part: "part" });
  if (record.client_seed === NO_CLIENT_SEED) tell({ t: "nobodys" });
  let told = performance.now();
  let last;
  for (const step of replay(record)) {
    last = step;
    if (step.ply === 0) tell({ t: "begun", moves: record.moves.length });
    if (performance.now() - told < TELL_EVERY_MS) continue;
    told = performance.now();
    tell({ t: "at", ply: step.ply });
  }
  if (last === undefined) throw new Error("A replay begins with the opening.");
  compare(record, last);
  tell({ t: "held", part: "tiles" });
  tell({ t: "held", part: "moves" });
  tell({ t: "done", moves: last.ply, score: last.score });
}

/** @param {Broken} broken @param {any} record */
function tellBroken({ ply, code }, record) {
  if (AFTER_THE_TILES.has(code)) tell({ t: "held", part: "tiles" });
  const direction = code === "idle" || code === "ended" ? record.moves[ply - 1] : null;
  tell({ t: "broken", ply, code, part: PARTS[code] ?? "moves", direction });
}

/** @param {Asked} asked @returns {Promise<string | null>} null, and told, where there is none */
async function textOf(asked) {
  try {
    if ("file" in asked) return await asked.file.text();
    const answer = await fetch(asked.url, { headers: { Accept: "application/json" } });
    if (answer.ok) return await answer.text();
    tell({ t: "failed", why: answer.status === 404 ? "missing" : "unreachable" });
  } catch {
    tell({ t: "failed", why: "unreachable" }); // a line that is down, a file taken away
  }
  return null;
}

/** @param {string} text */
function read(text) {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return tell({ t: "failed", why: "no_record" });
  }
}

addEventListener("message", async ({ data }) => {
  const text = await textOf(data);
  if (text === null) return;
  const record = read(text);
  if (record === undefined) return;
  try {
    check(record);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    tellBroken(error, record);
  }
});

// A fault of ours ends the check in the open: of a rejection alone the page would never hear.
addEventListener("unhandledrejection", ({ reason }) => {
  throw reason;
});
