import { Link } from "../static/js/link.js";
import { equal, test, until } from "./harness.js";
import { moved, state } from "./wire.js";

/** @type {FakeLine} */
let lastLine;

/** Stands in for the line: the test is the server. */
class FakeLine {
  lost = false;
  /** @type {ClientMessage[]} */
  sent = [];

  /**
   * @param {string} _url
   * @param {import("../static/js/line.js").LineEvents} events
   */
  constructor(_url, events) {
    this.events = events;
    lastLine = this;
  }

  open() {}
  close() {}

  /** @param {ClientMessage} message */
  send(message) {
    this.sent.push(message);
  }
}
function connected() {
  /** @type {string[]} */
  const told = [];
  const link = new Link(
    "",
    {
      onSend: (moves) => told.push(`send ${moves}`),
      onState: ({ ply }, pending, away) =>
        told.push(`state ${ply} ${pending}${away ? " away" : ""}`),
      onMoved: ({ ply }) => told.push(`moved ${ply}`),
      onEnded: ({ score }) => told.push(`ended ${score}`),
      onWatchers: (watchers) => told.push(`watched by ${watchers}`),
      onLost: () => told.push("lost"),
      onRefused: (code) => told.push(`refused ${code}`),
    },
    state(),
    /** @type {any} */ (FakeLine),
  );
  const line = lastLine;
  const hear = line.events.onMessage;
  const comeBack = (/** @type {StateMessage} */ truth) => {
    line.lost = false;
    line.events.onOpen();
    hear(truth);
  };
  const requests = () => line.sent.filter((message) => message.t === "move");
  comeBack(state());
  told.length = 0;
  return { link, line, told, hear, comeBack, requests };
}

test("one request is under way at a time, keys pressed meanwhile go along in the next", () => {
  const { link, hear, requests } = connected();
  for (const key of /** @type {Letter[]} */ (["L", "D", "R"])) link.push(key);
  equal(
    requests().map(({ ply, moves }) => [ply, moves]),
    [[0, "L"]],
  );
  hear(moved({ from: 0, ply: 1 }));
  equal(
    requests().map(({ ply, moves, ms }) => [ply, moves, ms.length]),
    [
      [0, "L", 1],
      [1, "DR", 2],
    ],
  );
});

test("a request that the cut line swallowed is sent again where the game still stands there", () => {
  const { link, line, comeBack, requests, told } = connected();
  link.push("L");
  link.push("U");
  line.lost = true;
  line.events.onLost();
  comeBack(state({ ply: 0 }));
  equal(
    requests().map(({ ply, moves }) => [ply, moves]),
    [
      [0, "L"],
      [0, "L"],
    ],
  );
  equal(told, ["send L", "lost", "state 0 L"]);
});

test("a request that was counted before the cut is not sent again", () => {
  const { link, line, comeBack, requests, told } = connected();
  link.push("L");
  line.events.onLost();
  comeBack(state({ ply: 1 }));
  equal(requests().length, 1);
  equal(told.at(-1), "state 1 ");
  link.push("D");
  equal(requests().at(-1)?.ply, 1);
});

test("after moves on another screen the page was away, and what it had pressed is dropped", () => {
  const { link, line, comeBack, requests, told } = connected();
  link.push("L");
  line.events.onLost();
  comeBack(state({ ply: 9 }));
  equal(requests().length, 1);
  equal(told.at(-1), "state 9  away");
});

test("keys are ignored while the line is known to be lost", () => {
  const { link, line, requests } = connected();
  line.lost = true;
  link.push("L");
  equal(requests(), []);
});

test("a refused request brings the true board and takes what waited behind it along", () => {
  const { link, hear, requests, told } = connected();
  link.push("L");
  link.push("D");
  hear({ t: "refused", code: "stale", text: "", state: state({ ply: 1 }) });
  equal(told.at(-1), "state 1  away");
  equal(requests().length, 1);
});

test("a request that could not be saved just now is sent again as it was", async () => {
  const { link, hear, requests } = connected();
  link.push("L");
  hear({ t: "refused", code: "not_saved", text: "" });
  await until(() => requests().length === 2);
  equal(requests()[1], requests()[0]);
});

test("another screen's moves are played, a gap makes it ask, and old news is left alone", () => {
  const { line, hear, told } = connected();
  hear(moved({ from: 0, ply: 1 }));
  hear(moved({ from: 4, ply: 5 }));
  hear(moved({ from: 0, ply: 1 }));
  equal(told, ["moved 1"]);
  equal(line.sent, [{ t: "state" }]);
});

test("a won game takes no keys until the banner is answered", () => {
  const { link, line, hear, requests } = connected();
  link.push("L");
  link.push("D");
  hear(moved({ from: 0, ply: 1, status: "won" }));
  link.push("R");
  equal(requests().length, 1);
  link.keepPlaying();
  equal(line.sent.at(-1), { t: "keep" });
  hear(state({ ply: 1 }));
  link.push("R");
  equal(requests().at(-1)?.moves, "R");
});

test("every 32 messages it says what it has seen", () => {
  const { line, hear } = connected();
  for (let n = 1; n < 64; n += 1) hear({ t: "pong", n });
  equal(line.sent, [
    { t: "seen", ply: 0 },
    { t: "seen", ply: 0 },
  ]);
});

test("how many watch is passed on and changes nothing", () => {
  const { link, told, hear } = connected();
  hear({ t: "watchers", n: 3 });
  equal(told, ["watched by 3"]);
  equal(link.settled, true);
});
