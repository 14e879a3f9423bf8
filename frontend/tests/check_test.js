import { checkFile, startCheck } from "../static/js/check.js";
import { equal, ok, test, until } from "./harness.js";
import { honest } from "./record.js";

const WORDS = {
  running: "Checking",
  done: "{moves} moves, {points} points",
  nobodys_part: "nobody's part",
  all_tiles: "{n} tiles",
  all_moves: "{n} moves",
  row_held: "holds",
  row_broken: "does not hold",
  row_open: "not yet",
  unreachable: "no line",
  missing: "none there",
  no_record: "no JSON",
  many: "many games",
  no_worker: "no worker",
  L: "Left",
  U: "Up",
  commitment: "another seed",
  score: "score at {move}",
  board: "board at {move}",
  idle: "{move} ({direction}) does nothing",
  ended: "{move} ({direction}) after the end",
  times: "no times",
  think_ms: "time at {move}",
  no_seed: "not yet",
};
const [OWN, RECORD] = await honest(); // the second one is of a daily challenge
const LAST = RECORD.moves.length;

function panel() {
  const made = document.createElement("section");
  made.dataset.worker = "/static/js/check_worker.js";
  const rows = ["commitment", "part", "tiles", "moves"].map(
    (part) =>
      `<li data-part="${part}"><span data-text>of ${part}</span><span data-word></span></li>`,
  );
  made.innerHTML = `<ul>${rows.join("")}</ul><progress></progress>
    <p role="status" tabindex="-1"></p>
    <div data-compare hidden><p data-of="game"></p><p data-of="day"><a data-to="/on/DAY/"></a></p>
      <code data-commitment></code></div><button data-again></button>
    <script type="application/json">${JSON.stringify(WORDS)}</script>`;
  document.body.append(made);
  return made;
}

/** @param {HTMLElement} of */
const said = (of) => of.querySelector("[role=status]")?.textContent;

/** @param {HTMLElement} of */
function rows(of) {
  return [...of.querySelectorAll("li")].map((row) => row.dataset.found ?? "");
}

/** @param {unknown} record @returns {Promise<HTMLElement>} the panel when all is said */
async function checked(record) {
  const made = panel();
  const text = typeof record === "string" ? record : JSON.stringify(record);
  checkFile(made, new Blob([text]));
  equal(made.dataset.state, "running");
  await until(() => made.dataset.state !== "running");
  return made;
}

test("an honest game: four things hold, with their figures, and it is said once", async () => {
  const made = panel();
  const url = URL.createObjectURL(new Blob([JSON.stringify(RECORD)]));
  startCheck(made, url);
  await until(() => made.dataset.state === "held");
  equal(rows(made), ["held", "held", "held", "held"]);
  equal(said(made), "188 moves, 1,884 points");
  equal(made.querySelector("[data-part=tiles]")?.textContent, "190 tilesholds");
  ok(made.querySelector("progress")?.hidden, "the bar stays");
  ok(made.querySelector("button")?.hidden, "there is something to try again");
});

test("into the tiles of a daily challenge goes no player's part, and it is said so", async () => {
  for (const [record, word] of /** @type {[any, string][]} */ ([
    [RECORD, "nobody's part"],
    [OWN, "of part"],
  ])) {
    const part = (await checked(record)).querySelector("[data-part=part] [data-text]");
    equal(part?.textContent, word);
  }
});

test("what holds names the commitment that is to be compared, and where its day is", async () => {
  const made = await checked(RECORD);
  equal(made.querySelector("code")?.textContent, RECORD.commitment);
  const day = RECORD.game_id.replace("daily-", "");
  equal(made.querySelector("a")?.getAttribute("href"), `/on/${day}/`);
  const parts = /** @type {NodeListOf<HTMLElement>} */ (made.querySelectorAll("div, div p"));
  const hidden = () => [...parts].map((each) => each.hidden);
  equal(hidden(), [false, true, false]);
  checkFile(made, new Blob([JSON.stringify(OWN)]));
  equal(hidden()[0], true);
  await until(() => made.dataset.state === "held");
  equal(hidden(), [false, false, true]);
});

test("a false part of the player's is not ticked, whatever shows that something is false", async () => {
  const made = await checked({ ...OWN, client_seed: "0".repeat(32) });
  equal([made.dataset.state, rows(made).slice(0, 2)], ["broken", ["held", ""]]);
});

test("a seed that is still to come is nothing false", async () => {
  const made = await checked({ ...RECORD, seed: null });
  equal([made.dataset.state, rows(made), said(made)], ["failed", ["", "", "", ""], "not yet"]);
});

test("of the record before nothing stays", async () => {
  const made = await checked(RECORD);
  checkFile(made, new Blob(["nonsense"]));
  await until(() => made.dataset.state === "failed");
  const texts = [...made.querySelectorAll("[data-text]")].map((each) => each.textContent);
  equal(texts, ["of commitment", "of part", "of tiles", "of moves"]);
});

test("a file of many games is called that, and bytes that are no text are no record", async () => {
  for (const [file, text] of /** @type {[Blob, string][]} */ ([
    [new File(["{}\n{}\n"], "games.jsonl"), "many games"],
    [new File([new Uint8Array([0x1f, 0x8b, 8])], "kashi-2026-10.jsonl.gz"), "many games"],
    [new File(["{}\n{}\n"], "games.json"), "no JSON"],
    [
      new Blob([JSON.stringify(RECORD).slice(0, -1), ',"x":"', new Uint8Array([255]), '"}']),
      "no JSON",
    ],
  ])) {
    const made = panel();
    checkFile(made, file);
    await until(() => made.dataset.state === "failed");
    equal(said(made), text);
  }
});

test("what is broken is named, with its move, and what was not reached stays open", async () => {
  const { moves } = RECORD;
  const seed = `${RECORD.seed.slice(0, -1)}${RECORD.seed.endsWith("0") ? "1" : "0"}`;
  const more = { moves: `${moves}L`, think_ms: [...RECORD.think_ms, 1] };
  /** @type {[object, string[], string][]} */
  const cases = [
    [{ seed }, ["broken", "", "", ""], "another seed"],
    [{ score: 1888 }, ["held", "held", "held", "broken"], `score at ${LAST}`],
    [{ board: [] }, ["held", "", "broken", ""], `board at ${LAST}`],
    [more, ["held", "", "", "broken"], `${LAST + 1} (Left) after the end`],
    [{ think_ms: [] }, ["held", "", "", "broken"], "no times"],
    [{ think_ms: RECORD.think_ms.with(6, -1) }, ["held", "", "", "broken"], "time at 7"],
  ];
  for (const [change, found, text] of cases) {
    const made = await checked({ ...RECORD, ...change });
    equal([made.dataset.state, rows(made), said(made)], ["broken", found, text]);
  }
});

test("what is no record is not called broken", async () => {
  const made = await checked("nonsense");
  equal([made.dataset.state, said(made), rows(made)], ["failed", "no JSON", ["", "", "", ""]]);
});

test("a record that is not there, and a line that is down, which may be tried again", async () => {
  const gone = panel();
  startCheck(gone, "/nowhere.json");
  await until(() => gone.dataset.state === "failed");
  equal([said(gone), gone.querySelector("button")?.hidden], ["none there", true]);
  const down = panel();
  const url = URL.createObjectURL(new Blob([JSON.stringify(RECORD)]));
  startCheck(down, "http://127.0.0.1:1/record");
  await until(() => down.dataset.state === "failed");
  equal([said(down), down.querySelector("button")?.hidden], ["no line", false]);
  down.querySelector("button")?.click();
  equal([down.dataset.state, document.activeElement], ["running", down.querySelector("p")]);
  startCheck(down, url);
  await until(() => down.dataset.state === "held");
  equal(rows(down), ["held", "held", "held", "held"]);
});

test("a browser that runs no worker says so", async () => {
  const made = panel();
  made.dataset.worker = "/nowhere.js";
  startCheck(made, "/nowhere.json");
  await until(() => made.dataset.state === "failed");
  equal(said(made), "no worker");
});

test("the second of two checks counts", async () => {
  const made = panel();
  checkFile(made, new Blob([JSON.stringify({ ...RECORD, score: 4 })]));
  checkFile(made, new Blob([JSON.stringify(RECORD)]));
  await until(() => made.dataset.state !== "running");
  equal(made.dataset.state, "held");
});
