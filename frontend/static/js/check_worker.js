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
 *     | {t: "done", moves: number, score: number, commitment: string, day: string | null}
 *     | {t: "broken", ply: number, code: string, part: Part, direction: string | null}
 *     | {t: "failed", why: "unreachable" | "missing" | "no_record" | "many" | "no_seed"}}
 *     Finding
 *     `nobodys`: no player's part goes into the tiles of a daily challenge; `day`: its day
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
  seed: "commitment",
  commitment: "commitment",
  client_seed: "part",
  board: "tiles",
};
/**
 * Claims that are compared once the last board is known to be right. With it every tile is, and the
 * player's part; before, nobody can tell which of seed, part, tiles and moves is the false one.
 */
const AFTER_THE_TILES = new Set(["score", "largest", "won_at_move", "over"]);

/** @param {Finding} finding */
const tell = (finding) => postMessage(finding);

/** @param {any} record */
function check(record) {
  promise(record);
  tell({ t: "held", part: "commitment" });
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
  tellTiles();
  tell({ t: "held", part: "moves" });
  const { commitment, game_id } = record;
  const day = /^daily-(.*)$/.exec(game_id)?.[1] ?? null;
  tell({ t: "done", moves: last.ply, score: last.score, commitment, day });
}

function tellTiles() {
  tell({ t: "held", part: "part" });
  tell({ t: "held", part: "tiles" });
}

/** @param {Broken} broken @param {any} record */
function tellBroken({ ply, code }, record) {
  if (code === "no_seed") return tell({ t: "failed", why: code }); // not false, but not yet
  if (AFTER_THE_TILES.has(code)) tellTiles();
  const direction = code === "idle" || code === "ended" ? record.moves[ply - 1] : null;
  tell({ t: "broken", ply, code, part: PARTS[code] ?? "moves", direction });
}

/** @param {Asked} asked @returns {Promise<ArrayBuffer | null>} null, and told, if there is none */
async function bytesOf(asked) {
  try {
    if ("file" in asked) return await asked.file.arrayBuffer();
    const answer = await fetch(asked.url, { headers: { Accept: "application/json" } });
    if (answer.ok) return await answer.arrayBuffer();
    tell({ t: "failed", why: answer.status === 404 ? "missing" : "unreachable" });
  } catch {
    tell({ t: "failed", why: "unreachable" }); // a line that is down, a file taken away
  }
  return null;
}

/** @param {ArrayBuffer} bytes @param {Asked} asked */
function read(bytes, asked) {
  try {
    return parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const unread = [SyntaxError, RangeError, TypeError].some((kind) => error instanceof kind);
    if (!unread) throw error;
    return tell({ t: "failed", why: holdsMany(asked) ? "many" : "no_record" });
  }
}

/** Whether it is named as the archive and the export of one's games are. @param {Asked} asked */
function holdsMany(asked) {
  return "file" in asked && asked.file instanceof File && /\.jsonl(\.gz)?$/.test(asked.file.name);
}

addEventListener("message", async ({ data }) => {
  const bytes = await bytesOf(data);
  if (bytes === null) return;
  const record = read(bytes, data);
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
