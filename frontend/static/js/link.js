import { Line } from "./line.js";

/**
 * The page's side of the protocol: one request under way at a time, the keys pressed meanwhile
 * gathered in the next, and nothing sent twice that the server may have counted.
 *
 * @typedef {object} LinkEvents
 * @property {(moves: string) => void} onSend a request leaves; the page may run ahead with it
 * @property {(state: StateMessage, pending: string, away: boolean) => void} onState the truth, the
 *     moves that are still on their way to it, and whether it went on without this page
 * @property {(message: MovedMessage) => void} onMoved
 * @property {(message: EndedMessage) => void} onEnded
 * @property {(watchers: number) => void} onWatchers
 * @property {() => void} onLost
 * @property {(code: number) => void} onRefused no way back to this game: the close code says why
 */

const MOST_WAITING = 64; // what one request may hold
const LONGEST_THINK_MS = 2 ** 31 - 1;
const SEEN_EVERY = 32;
const AGAIN_MS = 500;
const TRY_AGAIN = new Set(["too_fast", "busy", "not_saved"]); // nothing was counted

export class Link {
  #line;
  #events;
  #ply = 0;
  #takesMoves = false;
  #fresh = false;
  #received = 0;
  #pressedAt = performance.now();
  /** @type {MoveRequest | null} */
  #underway = null;
  /** @type {{direction: Letter, ms: number}[]} */
  #queue = [];

  /**
   * @param {string} url
   * @param {LinkEvents} events
   * @param {StateMessage} state where the game stands as far as the page knows
   * @param {typeof Line} LineClass
   */
  constructor(url, events, state, LineClass = Line) {
    this.#events = events;
    this.#stand(state);
    this.#line = new LineClass(url, {
      onOpen: () => {
        this.#fresh = true;
      },
      onMessage: (message) => this.#receive(message),
      onLost: () => events.onLost(),
      onRefused: (code) => events.onRefused(code),
    });
  }

  open() {
    this.#line.open();
  }

  close() {
    this.#line.close();
  }

  /** Whether the page's board is the server's, with nothing on the way. */
  get settled() {
    return this.#underway === null && this.#queue.length === 0;
  }

  /** @param {Letter} direction ignored while the line is known to be lost */
  push(direction) {
    if (this.#line.lost || !this.#takesMoves || this.#queue.length >= MOST_WAITING) return;
    const now = performance.now();
    const ms = Math.min(Math.round(now - this.#pressedAt), LONGEST_THINK_MS);
    this.#queue.push({ direction, ms });
    this.#pressedAt = now;
    this.#sendNext();
  }

  /** Plays on after the win; the answer is a state. */
  keepPlaying() {
    this.#line.send({ t: "keep" });
  }

  #sendNext() {
    if (this.#underway !== null || this.#queue.length === 0) return;
    this.#underway = {
      t: "move",
      ply: this.#ply,
      moves: this.#queue.map(({ direction }) => direction).join(""),
      ms: this.#queue.map(({ ms }) => ms),
    };
    this.#queue = [];
    this.#events.onSend(this.#underway.moves);
    this.#line.send(this.#underway);
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    this.#received += 1;
    if (message.t === "state") this.#onState(message);
    else if (message.t === "moved") this.#onMoved(message);
    else if (message.t === "refused") this.#onRefused(message);
    else if (message.t === "ended") this.#events.onEnded(message);
    else if (message.t === "watchers") this.#events.onWatchers(message.n);
    if (this.#received % SEEN_EVERY === 0) this.#line.send({ t: "seen", ply: this.#ply });
  }

  /** @param {StateMessage} state */
  #onState(state) {
    const pending = this.#underway;
    const counted = pending !== null && state.ply - pending.ply <= pending.moves.length;
    const away = state.ply !== this.#ply && !counted;
    this.#stand(state);
    if (pending?.ply !== state.ply || !this.#takesMoves) this.#forget();
    else if (this.#fresh) this.#line.send(pending);
    this.#fresh = false;
    this.#events.onState(state, this.#underway?.moves ?? "", away);
  }

  /** @param {MovedMessage} moved the answer to the request under way, or another screen's moves */
  #onMoved(moved) {
    if (this.#underway?.ply === moved.from) this.#underway = null;
    if (moved.from === this.#ply) {
      this.#stand(moved);
      if (!this.#takesMoves) this.#forget();
      this.#events.onMoved(moved);
    } else if (moved.ply > this.#ply) {
      this.#line.send({ t: "state" });
      return;
    }
    this.#sendNext();
  }

  /** @param {RefusedMessage} refused */
  #onRefused({ code, state }) {
    if (TRY_AGAIN.has(code)) {
      setTimeout(() => this.#underway && this.#line.send(this.#underway), AGAIN_MS);
      return;
    }
    this.#forget();
    if (state) this.#onState(state);
    else this.#line.send({ t: "state" });
  }

  #forget() {
    this.#underway = null;
    this.#queue = [];
  }

  /** @param {StateMessage | MovedMessage} message */
  #stand({ ply, status }) {
    this.#ply = ply;
    this.#takesMoves = status === "playing";
  }
}
