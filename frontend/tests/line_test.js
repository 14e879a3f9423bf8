import { Line } from "../static/js/line.js";
import { equal, ok, test, until, wait } from "./harness.js";

const PACE = { watch: 5, idle: 20, answer: 30, retry: 10, longest: 40 };

class FakeSocket {
  readyState = WebSocket.OPEN;
  /** @type {string[]} */
  sent = [];
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {((event: {data: string}) => void) | null} */
  onmessage = null;
  /** @type {((event: {code: number}) => void) | null} */
  onclose = null;
  closed = false;

  /** @param {string} text */
  send(text) {
    this.sent.push(text);
  }

  close() {
    this.closed = true;
  }

  /** @param {object} message */
  tell(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function opened() {
  /** @type {FakeSocket[]} */
  const sockets = [];
  /** @type {string[]} */
  const told = [];
  const line = new Line(
    "",
    {
      onOpen: () => told.push("open"),
      onMessage: ({ t }) => told.push(t),
      onLost: () => told.push("lost"),
      onRefused: (code) => told.push(`refused ${code}`),
    },
    PACE,
    () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return /** @type {any} */ (socket);
    },
  );
  line.open();
  sockets[0].onopen?.();
  return { line, sockets, told };
}

test("a silent line is asked, and an answer is enough", async () => {
  const { line, sockets, told } = opened();
  sockets[0].send = (text) => {
    sockets[0].sent.push(text);
    sockets[0].tell({ t: "pong", n: 1 });
  };
  await until(() => sockets[0].sent.length >= 3);
  line.close();
  equal(sockets[0].sent[0], '{"t":"ping","n":1}');
  ok(!told.includes("lost"), "it was never lost");
});

test("a line that is only half there is noticed and made anew", async () => {
  const { line, sockets, told } = opened();
  await until(() => line.lost && sockets.at(-1)?.onmessage);
  equal(told.slice(0, 2), ["open", "lost"]);
  ok(sockets[0].closed && sockets.length > 1, "another socket was opened");
  sockets.at(-1)?.tell({ t: "state" });
  ok(!line.lost, "it is back with the first message");
  line.close();
});

for (const code of [1000, 1006, 1012, 1013, 4408]) {
  test(`it comes back after close code ${code}`, async () => {
    const { line, sockets } = opened();
    sockets[0].onclose?.({ code });
    await until(() => sockets.length > 1);
    line.close();
  });
}

for (const code of [4401, 4403, 4404]) {
  test(`it stays away after close code ${code} and tells it`, async () => {
    const { sockets, told } = opened();
    sockets[0].onclose?.({ code });
    await wait(60);
    equal(told, ["open", `refused ${code}`]);
    equal(sockets.length, 1);
  });
}

test("a closed line opens no more", async () => {
  const { line, sockets } = opened();
  line.close();
  await wait(80);
  equal(sockets.length, 1);
});
