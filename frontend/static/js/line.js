/**
 * One WebSocket that is kept open: it asks when nothing was heard for a while, notices a line that
 * is only half there, and comes back by itself, each time after a longer wait.
 *
 * @typedef {object} LineEvents
 * @property {() => void} onOpen a fresh connection; its first message is the true state
 * @property {(message: ServerMessage) => void} onMessage
 * @property {() => void} onLost it is tried again from now on
 * @property {(code: number) => void} onRefused the server says why, so that trying is pointless
 *
 * @typedef {{watch: number, idle: number, answer: number, retry: number, longest: number}} Pace
 *     Milliseconds: how often to look, the silence before asking, the wait for an answer, the
 *     first wait before another try and the longest. A dead line shows after 7 s at the latest.
 */

/** @type {Pace} */
const PACE = { watch: 500, idle: 2000, answer: 4000, retry: 300, longest: 5000 };
const FINAL = new Set([4401, 4403, 4404]);
const TOO_FAST = 4408;

export class Line {
  /** Whether what is sent now has a chance to arrive. */
  lost = false;
  #url;
  #events;
  #pace;
  #make;
  /** @type {WebSocket | null} */
  #socket = null;
  #heard = 0;
  #asked = 0;
  #pings = 0;
  #tries = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #watch;

  /**
   * @param {string} url
   * @param {LineEvents} events
   * @param {Pace} [pace]
   * @param {(url: string) => WebSocket} [make]
   */
  constructor(url, events, pace = PACE, make = (address) => new WebSocket(address)) {
    this.#url = url;
    this.#events = events;
    this.#pace = pace;
    this.#make = make;
  }

  open() {
    this.#watch = setInterval(() => this.#look(), this.#pace.watch);
    addEventListener("offline", this.#lose);
    addEventListener("online", this.#hurry);
    addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  close() {
    clearInterval(this.#watch);
    clearTimeout(this.#retry);
    removeEventListener("offline", this.#lose);
    removeEventListener("online", this.#hurry);
    removeEventListener("visibilitychange", this.#hurry);
    this.#drop();
  }

  /** @param {ClientMessage} message lost with the line when it is not open */
  send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect() {
    clearTimeout(this.#retry);
    this.#heard = performance.now();
    this.#asked = 0;
    const socket = this.#make(this.#url);
    this.#socket = socket;
    socket.onopen = () => this.#events.onOpen();
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = ({ code }) => this.#closed(code);
  }

  /** @param {string} data */
  #receive(data) {
    this.#heard = performance.now();
    this.#asked = 0;
    this.#tries = 0;
    this.lost = false;
    this.#events.onMessage(JSON.parse(data));
  }

  /** @param {number} code */
  #closed(code) {
    if (FINAL.has(code)) {
      this.lost = true;
      this.close();
      this.#events.onRefused(code);
    } else {
      if (code === TOO_FAST) this.#tries = Math.max(this.#tries, 3);
      this.#lose();
    }
  }

  /** Asks before it gives up, so that timers slowed down in a hidden tab raise no false alarm. */
  #look() {
    if (this.#socket === null) return;
    const now = performance.now();
    if (this.#asked > 0 && now - this.#asked >= this.#pace.answer) {
      this.#lose();
    } else if (this.#asked === 0 && now - this.#heard >= this.#pace.idle) {
      this.#asked = now;
      this.#pings += 1;
      this.send({ t: "ping", n: this.#pings });
    }
  }

  #lose = () => {
    this.#drop();
    const wait = Math.min(this.#pace.longest, this.#pace.retry * 2 ** this.#tries);
    this.#tries += 1;
    // Half of it by chance: a restarted server is not met by all its players in one moment.
    this.#retry = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2));
    if (!this.lost) {
      this.lost = true;
      this.#events.onLost();
    }
  };

  /** Somebody looks again, or the network is back: no reason to wait any longer. */
  #hurry = () => {
    if (this.#socket === null) this.#connect();
  };

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#retry);
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
