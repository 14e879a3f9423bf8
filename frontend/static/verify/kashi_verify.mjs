/*
 * Checks a finished game of Kashi without Kashi.
 *
 *     node kashi_verify.mjs RECORD.json     or - for standard input
 *     node kashi_verify.mjs GAMES.jsonl.gz  a month of the archive, or .jsonl: a record a line
 *
 * One line says what was found, and the exit code is 0 where all of it holds. This file needs
 * nothing but itself. It is read from top to bottom, and it is also what the pages of the site
 * import: a browser that checks a game runs these very lines. CC0: do with it what you like.
 *
 * The promise that it checks, scheme kashi/1:
 *   1. Before the game the server drew 32 bytes, the seed, and showed their commitment:
 *      SHA-256("kashi/1|commit|" + game_id + "|" + seed). It cannot exchange the seed any more.
 *   2. Only then the player's side added 16 bytes of its own, client_seed. So the server could not
 *      choose a seed that suits it, and the player cannot know one that suits them.
 *   3. Every tile follows from these two and its number. Nobody can steer one.
 *   4. When the game has ended the seed is published, and everybody can do what is done here.
 * The record also makes claims: board, score and so on. Nothing of them is taken on trust.
 */

export const SCHEME = "kashi/1";

/* ---- What can be wrong ---------------------------------------------------------------------- */

/** What does not hold, and at which ply (0: what was fixed before the first move). */
export class Broken extends Error {
  /**
   * @param {number} ply
   * @param {string} code what it is about, in one word that stays: record, scheme, game_id,
   *     client_seed, shape, no_seed, seed, commitment, moves, letter, idle (a move that changes
   *     nothing), ended (a move after the end), think_ms, board, score, largest, won_at_move, over
   * @param {string} what
   */
  constructor(ply, code, what) {
    super(`ply ${ply}: ${what}`);
    this.ply = ply;
    this.code = code;
  }
}

/** A value as JSON that any terminal can show. @param {unknown} value */
function told(value) {
  const digits = (/** @type {string} */ _, /** @type {unknown} */ one) =>
    typeof one === "bigint" ? String(one) : one;
  const text = JSON.stringify(value, digits) ?? "nothing";
  return text.slice(0, 80).replace(/[^ -~]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/* ---- SHA-256 (FIPS 180-4) and HMAC (RFC 2104) ----------------------------------------------- */

// biome-ignore format: a table
const ROUND = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
// biome-ignore format: a table
const START = new Int32Array([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);
const BLOCK = 64;
const schedule = new Int32Array(64);

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * Mixes one block of 64 bytes into a state.
 *
 * @param {Int32Array} state
 * @param {DataView} bytes
 * @param {number} at
 */
function mix(state, bytes, at) {
  const w = schedule;
  for (let i = 0; i < 16; i += 1) w[i] = bytes.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15];
    const y = w[i - 2];
    const before = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    w[i] = w[i - 16] + before + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUND[i] + w[i]) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i += 1) state[i] += mixed[i];
}

/**
 * @param {Uint8Array} bytes
 * @param {Int32Array} [from] the state after whole blocks that went before
 * @param {number} [before] how many bytes those were
 * @returns {Int32Array} eight words
 */
function hash(bytes, from = START, before = 0) {
  const padded = new Uint8Array((Math.floor((bytes.length + 8) / BLOCK) + 1) * BLOCK);
  const view = new DataView(padded.buffer);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  view.setUint32(padded.length - 8, Math.floor((before + bytes.length) / 2 ** 29));
  view.setUint32(padded.length - 4, (before + bytes.length) * 8);
  const state = from.slice();
  for (let at = 0; at < padded.length; at += BLOCK) mix(state, view, at);
  return state;
}

/** @param {Int32Array} words */
function bytesOf(words) {
  const bytes = new DataView(new ArrayBuffer(4 * words.length));
  for (let i = 0; i < words.length; i += 1) bytes.setInt32(4 * i, words[i]);
  return new Uint8Array(bytes.buffer);
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text ASCII, as all that is hashed here */
function ascii(text) {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/**
 * HMAC-SHA256 with one key for many messages: what the key does is worked out once.
 *
 * @param {Uint8Array} key at most 64 bytes
 * @returns {(message: string) => Int32Array}
 */
function hmac(key) {
  const [inner, outer] = [0x36, 0x5c].map((pad) => {
    const block = new Uint8Array(BLOCK).fill(pad);
    for (const [i, byte] of key.entries()) block[i] ^= byte;
    const state = START.slice();
    mix(state, new DataView(block.buffer), 0);
    return state;
  });
  return (message) => hash(bytesOf(hash(ascii(message), inner, BLOCK)), outer, BLOCK);
}

/* ---- The tiles ------------------------------------------------------------------------------ */

/**
 * What is published before the game.
 *
 * @param {Uint8Array} seed
 * @param {string} gameId
 */
export function commitmentOf(seed, gameId) {
  const before = ascii(`${SCHEME}|commit|${gameId}|`);
  const bytes = new Uint8Array(before.length + seed.length);
  bytes.set(before);
  bytes.set(seed, before.length);
  return hex(bytesOf(hash(bytes)));
}

/**
 * A word w of 64 bits modulo m, and -1 where it has to be skipped, so that no result is favoured:
 * from 2^64 - (2^64 mod m) on. It comes as two halves, and m is at most 640, so every number here
 * stays below 2^53 and is exact.
 *
 * @param {number} high
 * @param {number} low
 * @param {number} m
 */
export function pick(high, low, m) {
  const half = 2 ** 32 % m;
  const skipped = (half * half) % m;
  if (high === 2 ** 32 - 1 && low >= 2 ** 32 - skipped) return -1;
  return ((high % m) * half + (low % m)) % m;
}

/**
 * @typedef {{cell: number, value: number}} Spawn cells count row by row from the top left, from 0
 * @typedef {(number: number, empties: number[]) => Spawn} Spawner
 *     Numbers 0 and 1 open the game, 2 follows the first move.
 *
 * @param {Uint8Array} seed
 * @param {string} gameId
 * @param {string} clientSeed
 * @returns {Spawner}
 */
export function tilesOf(seed, gameId, clientSeed) {
  const digest = hmac(seed);
  return (number, empties) => {
    for (let block = 0; ; block += 1) {
      const words = digest(`${SCHEME}|spawn|${gameId}|${clientSeed}|${number}|${block}`);
      for (let i = 0; i < 8; i += 2) {
        const r = pick(words[i] >>> 0, words[i + 1] >>> 0, 10 * empties.length);
        if (r >= 0) return { cell: empties[Math.floor(r / 10)], value: r % 10 === 0 ? 4 : 2 };
      }
    }
  };
}

/* ---- The rules ------------------------------------------------------------------------------ */

/**
 * A board is one exponent a cell: 0 is empty, 1 a tile of 2, 11 a tile of 2048.
 *
 * @typedef {"U" | "R" | "D" | "L"} Direction
 * @typedef {{rows: number, columns: number}} Shape
 */

/** The exponent that wins; 11 on every shape that is not named. @type {Record<string, number>} */
const WINS = { "2x4": 7, "3x3": 9, "3x4": 10, "5x5": 13 };

/**
 * The lines of cells that a push goes along, each from the edge that is pushed towards.
 *
 * @param {Shape} shape
 * @returns {Record<Direction, number[][]>}
 */
export function linesOf({ rows, columns }) {
  const cells = Array.from({ length: rows * columns }, (_, cell) => cell);
  const L = Array.from({ length: rows }, (_, row) =>
    cells.filter((cell) => Math.floor(cell / columns) === row),
  );
  const U = Array.from({ length: columns }, (_, column) =>
    cells.filter((cell) => cell % columns === column),
  );
  return { U, R: L.map((line) => [...line].reverse()), D: U.map((line) => [...line].reverse()), L };
}

/**
 * One push, before the new tile. Pairs form from the edge, and a tile that this push has made
 * takes no further one.
 *
 * @param {Uint8Array} cells
 * @param {number[][]} lines
 */
export function push(cells, lines) {
  const after = new Uint8Array(cells.length);
  let points = 0;
  for (const line of lines) {
    let placed = 0;
    let mayMerge = 0; // the exponent of the tile placed last, if it may still take another
    for (const cell of line) {
      const tile = cells[cell];
      if (tile === 0) continue;
      if (tile === mayMerge) {
        after[line[placed - 1]] = tile + 1;
        points += 2 ** (tile + 1);
        mayMerge = 0;
      } else {
        after[line[placed]] = tile;
        placed += 1;
        mayMerge = tile;
      }
    }
  }
  return { after, points, changed: after.some((tile, cell) => tile !== cells[cell]) };
}

/** @param {Uint8Array} cells @param {Record<Direction, number[][]>} lines */
function isOver(cells, lines) {
  return !Object.values(lines).some((way) => push(cells, way).changed);
}

/* ---- The promise: what was fixed before the first move -------------------------------------- */

/** @param {Record<string, unknown>} record @param {string} name @param {string} [code] */
function text(record, name, code = name) {
  const value = record[name];
  if (typeof value !== "string") throw new Broken(0, code, `${name} is not there, or is not text`);
  return value;
}

/** @param {string} text @returns {Shape} */
function shapeOf(text) {
  if (!/^[2-8]x[2-8]$/.test(text)) {
    throw new Broken(0, "shape", `not the shape of a board: ${told(text.slice(0, 20))}`);
  }
  return { rows: Number(text[0]), columns: Number(text[2]) };
}

/** @param {string} gameId @param {string} clientSeed */
function checkNames(gameId, clientSeed) {
  if (!/^[0-9A-Za-z-]{1,64}$/.test(gameId)) {
    throw new Broken(0, "game_id", "game_id is not 1 to 64 letters, digits and hyphens");
  }
  const daily = /^daily-[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(gameId); // the same tiles for everybody
  if (daily && clientSeed !== "-") {
    throw new Broken(0, "client_seed", "the client_seed of a daily challenge is -");
  }
  if (!daily && !/^[0-9a-f]{32}$/.test(clientSeed)) {
    throw new Broken(0, "client_seed", "client_seed is not 32 lower-case hex digits");
  }
}

/** @param {Record<string, unknown>} record */
function seedOf(record) {
  if (record.seed === null || record.seed === undefined) {
    const why = "the seed is not published yet; it is when the game has ended";
    throw new Broken(0, "no_seed", why);
  }
  const digits = text(record, "seed");
  if (!/^[0-9a-f]{64}$/.test(digits)) {
    throw new Broken(0, "seed", "seed is not 64 lower-case hex digits");
  }
  return Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(digits.substr(2 * i, 2), 16));
}

/**
 * That the seed is the one that was committed to, and that the player's own part goes in.
 *
 * @param {any} record
 * @returns {{shape: Shape, spawn: Spawner}} what all tiles follow from
 */
export function promise(record) {
  if (typeof record !== "object" || record === null || Array.isArray(record)) {
    throw new Broken(0, "record", "a record is a JSON object");
  }
  if (record.scheme !== SCHEME) throw new Broken(0, "scheme", `the scheme is not ${SCHEME}`);
  const [gameId, clientSeed] = [text(record, "game_id"), text(record, "client_seed")];
  checkNames(gameId, clientSeed);
  const shape = shapeOf(text(record, "shape"));
  const seed = seedOf(record);
  if (commitmentOf(seed, gameId) !== text(record, "commitment")) {
    throw new Broken(0, "commitment", "the seed is not the one that was committed to");
  }
  return { shape, spawn: tilesOf(seed, gameId, clientSeed) };
}

/* ---- The game, ply by ply ------------------------------------------------------------------- */

const LONGEST_MS = 524224; // before a move; it stands for itself and everything above

/**
 * The score is exact: it passes 2^53 only after more moves than any disk holds.
 *
 * @typedef {{ply: number, direction: Direction | null, spawns: Spawn[], cells: Uint8Array,
 *     score: number, wonAtMove: number | null}} Step
 */

/** @param {unknown} times @param {number} moves */
function checkTimes(times, moves) {
  if (!Array.isArray(times) || times.length !== moves) {
    throw new Broken(0, "think_ms", "think_ms does not hold one time for each move");
  }
  for (const [i, time] of times.entries()) {
    if (!Number.isInteger(time) || time < 0 || time > LONGEST_MS) {
      const what = `its think time is not a whole number from 0 to ${LONGEST_MS}`;
      throw new Broken(i + 1, "think_ms", what);
    }
  }
}

/** @param {Uint8Array} cells @param {Spawner} spawn @param {number} number */
function appear(cells, spawn, number) {
  const empties = [];
  for (let cell = 0; cell < cells.length; cell += 1) if (cells[cell] === 0) empties.push(cell);
  const spawned = spawn(number, empties);
  cells[spawned.cell] = spawned.value === 4 ? 2 : 1;
  return spawned;
}

/**
 * Plays the moves again with the tiles that follow from the seed: the opening, then the position
 * after each move. Throws Broken at the first thing that does not hold; the claims come after.
 *
 * @param {any} record
 * @returns {Generator<Step, void, void>}
 */
export function* replay(record) {
  const { shape, spawn } = promise(record);
  const moves = Array.from(text(record, "moves"));
  checkTimes(record.think_ms, moves.length);
  const lines = linesOf(shape);
  const win = WINS[record.shape] ?? 11;
  let cells = new Uint8Array(shape.rows * shape.columns);
  let [score, wonAtMove] = [0, /** @type {number | null} */ (null)];
  const spawns = [appear(cells, spawn, 0), appear(cells, spawn, 1)];
  yield { ply: 0, direction: null, spawns, cells: cells.slice(), score, wonAtMove };
  for (const [i, letter] of moves.entries()) {
    const ply = i + 1;
    const direction = /** @type {Direction} */ (letter);
    if (!"URDL".includes(direction)) {
      throw new Broken(ply, "letter", `${told(letter)} is none of U, R, D and L`);
    }
    const { after, points, changed } = push(cells, lines[direction]);
    if (!changed) throw invalid(ply, letter, isOver(cells, lines));
    cells = after;
    score += points;
    if (wonAtMove === null && cells.includes(win)) wonAtMove = ply;
    const spawned = appear(cells, spawn, ply + 1);
    yield { ply, direction, spawns: [spawned], cells: cells.slice(), score, wonAtMove };
  }
}

/** @param {number} ply @param {string} letter @param {boolean} over */
function invalid(ply, letter, over) {
  const why = over ? "the game was over" : "it changes nothing";
  return new Broken(ply, over ? "ended" : "idle", `${letter} is not a valid move: ${why}`);
}

/* ---- The claims ----------------------------------------------------------------------------- */

/** @param {unknown} claimed @param {unknown} truth @returns {boolean} */
function same(claimed, truth) {
  if (!Array.isArray(truth)) return claimed === truth;
  const long = Array.isArray(claimed) && claimed.length === truth.length;
  return long && truth.every((part, i) => same(claimed[i], part));
}

/**
 * Compares all that the record claims with the position that its moves lead to.
 *
 * @param {any} record
 * @param {Step} last
 */
export function compare(record, last) {
  const shape = shapeOf(record.shape);
  const values = Array.from(last.cells, (tile) => (tile === 0 ? 0 : 2 ** tile));
  const board = Array.from({ length: shape.rows }, (_, row) =>
    values.slice(row * shape.columns, (row + 1) * shape.columns),
  );
  const truths = {
    board,
    score: last.score,
    largest: Math.max(...values),
    won_at_move: last.wonAtMove,
    over: isOver(last.cells, linesOf(shape)),
  };
  for (const [name, truth] of Object.entries(truths)) {
    if (!same(record[name], truth)) {
      const what = `${name} is ${JSON.stringify(truth)}, the record says ${told(record[name])}`;
      throw new Broken(last.ply, name, what);
    }
  }
}

/**
 * All of it.
 *
 * @param {any} record as `parse` or `JSON.parse` gives it
 * @returns {Step} the final position; throws Broken at the first thing that does not hold
 */
export function verify(record) {
  /** @type {Step | undefined} */
  let last;
  for (const step of replay(record)) last = step;
  if (last === undefined) throw new Error("A replay begins with the opening.");
  compare(record, last);
  return last;
}

/**
 * JSON, with every number as it is written: JSON.parse alone would take 800.0 for 800, and one
 * above 2^53 for its neighbour. What is not written as a whole number becomes an object, which
 * equals none. Throws SyntaxError (or RangeError, where it is nested too deeply).
 *
 * @param {string} source
 * @returns {any}
 */
export function parse(source) {
  JSON.parse(source);
  const mark = `${Math.random()}|`; // no string of the source can know it
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
  const marked = source.replace(tokens, (token) =>
    token.startsWith('"') ? token : `"${mark}${token}"`,
  );
  return JSON.parse(marked, (_, value) => {
    if (typeof value !== "string" || !value.startsWith(mark)) return value;
    const written = value.slice(mark.length);
    if (!/^-?\d+$/.test(written)) return { written };
    return Number.isSafeInteger(Number(written)) ? Number(written) : BigInt(written);
  });
}

/* ---- The program ---------------------------------------------------------------------------- */

/** @param {Uint8Array} bytes @returns {[boolean, string, number]} whether it holds, why, moves */
function checked(bytes) {
  try {
    const { ply, score } = verify(parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
    return [true, `${ply} moves, ${score} points`, ply];
  } catch (error) {
    if (error instanceof Broken) return [false, `does not hold: ${error.message}`, 0];
    const unread = [SyntaxError, RangeError, TypeError].some((kind) => error instanceof kind);
    if (unread) return [false, "not JSON", 0];
    throw error;
  }
}

/**
 * @param {string} name of a file, or -
 * @param {any} fs Node's
 */
function checkRecord(name, fs) {
  const [holds, what] = checked(fs.readFileSync(name === "-" ? 0 : name));
  if (what === "not JSON") console.log(`${told(name)} is not JSON`);
  else console.log(holds ? `all of it holds: ${what}` : what);
  return holds ? 0 : 1;
}

/**
 * The lines of an archive, one at a time: it may be larger than the memory.
 *
 * @param {AsyncIterable<Uint8Array>} input
 */
async function* linesIn(input) {
  /** @type {Uint8Array[]} */
  let parts = [];
  const joined = () => new Blob(/** @type {BlobPart[]} */ (parts)).arrayBuffer();
  for await (const part of input) {
    let from = 0;
    for (let end = part.indexOf(10); end >= 0; end = part.indexOf(10, from)) {
      parts.push(part.subarray(from, end));
      yield new Uint8Array(await joined());
      parts = [];
      from = end + 1;
    }
    parts.push(part.subarray(from));
  }
  const rest = new Uint8Array(await joined());
  if (rest.length > 0) yield rest;
}

/**
 * Every line of an archive, and its checksum where one lies beside it.
 *
 * @param {string} name
 * @param {any} fs Node's
 */
async function checkArchive(name, fs) {
  const [zlib, crypto] = await Promise.all(["node:zlib", "node:crypto"].map(load));
  const digest = crypto.createHash("sha256");
  const file = fs.createReadStream(name);
  const input = name.endsWith(".gz") ? file.pipe(zlib.createGunzip()) : file;
  file.on("data", (/** @type {Uint8Array} */ part) => digest.update(part));
  file.on("error", (/** @type {Error} */ error) => input.destroy(error));
  let [games, moves, broken] = [0, 0, 0];
  for await (const line of linesIn(input)) {
    const [holds, what, plies] = checked(line);
    games += 1;
    moves += plies;
    if (holds) continue;
    broken += 1;
    console.log(`line ${games}: ${what}`);
  }
  const has = fs.existsSync(`${name}.sha256`);
  const should = has ? fs.readFileSync(`${name}.sha256`, "latin1").trim().split(/\s/)[0] : "";
  if (has && should !== digest.digest("hex")) {
    console.log("does not hold: the file is not the one its checksum was made of");
  } else if (broken > 0) {
    console.log(`does not hold: ${broken} of ${games} games`);
  } else {
    const checksum = has ? "its checksum" : "no checksum";
    console.log(`all of it holds: ${games} games, ${moves} moves, ${checksum}`);
    return 0;
  }
  return 1;
}

/** A module of Node's, which a browser never asks for. @param {string} module */
function load(module) {
  return import(module);
}

/** @param {any} process Node's */
async function program(process) {
  const [fs, url] = await Promise.all(["node:fs", "node:url"].map(load));
  const [, self, ...names] = process.argv;
  if (!fs.existsSync(self) || url.pathToFileURL(fs.realpathSync(self)).href !== import.meta.url) {
    return; // somebody imports this file
  }
  if (names.length !== 1 || names[0] === "-h" || names[0] === "--help") {
    console.error("usage: node kashi_verify.mjs RECORD.json | GAMES.jsonl.gz | -");
    process.exitCode = 2;
    return;
  }
  try {
    const check = /\.jsonl(\.gz)?$/.test(names[0]) ? checkArchive : checkRecord;
    process.exitCode = await check(names[0], fs);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    console.log(`cannot read ${told(names[0])}: ${error.message.replace(/[^ -~]/g, "?")}`);
    process.exitCode = 1;
  }
}

const node = /** @type {any} */ (globalThis).process;
if (node?.versions?.node && node.argv[1]) program(node);
