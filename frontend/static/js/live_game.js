import { Game } from "./game.js";
import { Link } from "./link.js";
import { socketAddress } from "./page.js";

const BANNER_MS = 500; // the last slide and its merge are seen before a banner covers them

/**
 * One game on the screen: what the player pushes goes to the server, what the server tells comes to
 * the screen, and in between the screen runs ahead by one slide.
 */
export class LiveGame {
  id;
  #screen;
  #page;
  #game;
  #link;
  #isPlayer;
  #hasPlace;
  #lost = false;
  #aside = false;
  /** @type {Pick<import("./overlays.js").End, "seed" | "rank">} */
  #end = { seed: null, rank: null };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #banner;

  /**
   * @param {PageData} page
   * @param {import("./screen.js").Screen} screen
   * @param {StateMessage} state
   * @param {(code: number) => void} onRefused
   */
  constructor(page, screen, state, onRefused) {
    this.id = state.id;
    this.#page = page;
    this.#screen = screen;
    this.#isPlayer = state.you === "player";
    this.#hasPlace = this.#isPlayer || state.player !== null; // a guest's only if they take it
    this.#game = new Game(screen.shape);
    /** @type {import("./link.js").LinkEvents} */
    const events = {
      onSend: (moves) => this.#onSend(moves),
      onState: (truth, pending, away) => this.#onState(truth, pending, away),
      onMoved: (message) => this.#onMoved(message),
      onEnded: (message) => this.#onEnded(message),
      onWatchers: (watchers) => screen.watched(watchers),
      onLost: () => this.#onLost(),
      onRefused,
    };
    this.#link = new Link(socketAddress(page, state.id), events, state);
    screen.begin(state);
    this.#onState(state, "", false);
  }

  get status() {
    return this.#game.status;
  }

  /** Whether it goes on, on this screen or another. */
  get isOpen() {
    return this.status === "playing" || this.status === "won";
  }

  get takesMoves() {
    return this.#isPlayer && this.status === "playing";
  }

  /** @param {import("./share.js").Kind} kind */
  share(kind) {
    const { score, ply, cells } = this.#game;
    const { rank } = this.#end;
    const largest = Math.max(...cells);
    return this.#screen.sharing.share(kind, { id: this.id, score, ply, largest, rank });
  }

  open() {
    this.#link.open();
  }

  close() {
    clearTimeout(this.#banner);
    this.#link.close();
  }

  /** @param {Finished} finished */
  finish({ seed, rank }) {
    this.#end = { seed, rank };
    this.showBanner();
  }

  /** @param {Letter} direction a push that changes nothing here is not worth a request */
  push(direction) {
    if (!this.takesMoves) return;
    if (this.#link.settled && !this.#game.changes(direction)) return;
    this.#link.push(direction);
  }

  keepPlaying() {
    if (this.#isPlayer && this.status === "won") this.#link.keepPlaying();
  }

  /** @param {string} moves */
  #onSend(moves) {
    const slide = this.#game.lead(moves);
    if (slide) this.#screen.view.slide(slide);
    this.#screen.status.saving();
  }

  /**
   * @param {StateMessage} state
   * @param {string} pending
   * @param {boolean} away
   */
  #onState(state, pending, away) {
    const { view, status } = this.#screen;
    this.#game.take(state);
    view.show(this.#game.lead(pending)?.cells ?? this.#game.cells);
    const said = away ? status.away(state.ply) : status.saved(state.ply);
    if (away || this.#lost) this.#screen.say(said);
    this.#lost = false;
    this.#screen.count(this.#game);
    this.showBanner();
  }

  /** @param {MovedMessage} moved */
  #onMoved(moved) {
    const { view, announcer, status } = this.#screen;
    const { played, astray } = this.#game.follow(moved);
    for (const { shown, slide, cell, value } of astray ? [] : played) {
      if (!shown) view.slide(slide);
      view.spawn(cell, value);
    }
    view.show(this.#game.cells);
    const news = this.#screen.count(this.#game);
    if (played.length > 0) {
      const standing = announcer.standing(this.#game, this.#page.win);
      const moves = played.map((move) => announcer.move(move));
      this.#screen.say([...moves, ...standing, ...news].join(" "));
    }
    status.saved(moved.ply);
    clearTimeout(this.#banner);
    if (moved.status !== "playing") {
      this.#banner = setTimeout(() => this.showBanner(), BANNER_MS);
    }
  }

  #onLost() {
    this.#lost = true;
    this.#screen.say(this.#screen.status.lost());
  }

  /** @param {EndedMessage} ended */
  #onEnded({ seed, rank }) {
    this.#end = { seed, rank };
    if (this.#screen.overlays.shown === "end") this.showBanner();
  }

  /** Puts the end's banner aside for good; what it says is on the page of the game too. */
  lookAtBoard() {
    this.#aside = true;
    this.showBanner();
  }

  /** Puts over the board what belongs there now: a banner, or nothing. */
  showBanner() {
    clearTimeout(this.#banner);
    const { win, urls } = this.#page;
    const { overlays, view } = this.#screen;
    const { status, score, cells } = this.#game;
    if (status === "won") view.shine(win);
    if (this.isOpen || this.#aside) {
      overlays.show(status === "won" && this.#isPlayer ? "win" : null);
    } else {
      const won = Math.max(...cells) >= win;
      const { seed, rank } = this.#end;
      overlays.end({
        ...{ status, won, score, seed, record: `${urls.games}${this.id}/` },
        replay: urls.game.replace("ID", this.id),
        rank: this.#hasPlace ? rank : null,
        watched: !this.#isPlayer,
      });
    }
  }
}
