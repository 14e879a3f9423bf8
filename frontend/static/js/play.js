import { ApiError, GamesApi, isKnown } from "./api.js";
import { listenToKeys, listenToSwipes } from "./input.js";
import { LiveGame } from "./live_game.js";
import { askToGiveUp, element, pageData } from "./page.js";
import { Screen } from "./screen.js";
import { letWatch } from "./spectators.js";

const SIGNED_OUT = 4401;
const SETTLE_MS = 1000; // whoever signs in on another page has the answer by then
const IDLE_MS = 1000; // where a browser does not say when it is idle
const YOUNG_MS = 5000; // a page that has only just been loaded would load itself for ever

/** @type {Map<number, {word: string, action: import("./overlays.js").Action}>} */
const REFUSALS = new Map([
  [SIGNED_OUT, { word: "signed_out", action: "sign-in" }],
  [4403, { word: "no_spectators", action: "to-play" }],
  [4404, { word: "no_such_game", action: "to-play" }],
]);

const STARTS = ["play", "win-new", "end-new", "try-again", "give-up-yes"];
// Of an attempt at the daily challenge there is one.
const DAILY_STARTS = ["play", "try-again"];
const DAILY_ENDS = ["win-new", "give-up-yes"];

/** The play page: wires input, the game on the screen, and the start of the next one. */
class Play {
  #page = pageData();
  #screen = new Screen(this.#page);
  #api = new GamesApi(this.#page.urls.games, this.#page.language);
  /** @type {LiveGame | null} */
  #live = null;
  #busy = false;
  /** @type {import("./featured.js").Featured | null} */
  #featured = null;

  begin() {
    const { state, finished } = this.#page;
    if (state) this.#put(state, finished);
    else this.#screen.overlays.show("invitation");
    element("share").addEventListener("click", () => this.#live?.share("game"));
    element("challenge-others").addEventListener("click", () => this.#live?.share("challenge"));
    element("look").addEventListener("click", () => this.#live?.lookAtBoard());
    if (state?.you === "watcher") return;
    const { daily } = this.#page;
    if (!daily) letWatch(this.#page);
    if (!daily && !state) this.#whenIdle(() => this.#feature());
    listenToKeys(this);
    listenToSwipes(this.#screen.board, this);
    for (const id of daily ? DAILY_STARTS : STARTS) {
      element(id).addEventListener("click", () => this.#start());
    }
    for (const id of daily ? DAILY_ENDS : []) {
      element(id).addEventListener("click", () => this.#end());
    }
    element("new-game").addEventListener("click", () => this.newGame());
    element("keep").addEventListener("click", () => this.keepPlaying());
    element("back").addEventListener("click", () => this.#live?.showBanner());
  }

  /** Somebody else's game, for as long as none of one's own is begun. */
  async #feature() {
    const found = await import("./featured.js").catch(() => null); // without a line there is none
    if (found && this.#live === null) this.#featured = new found.Featured(this.#page);
  }

  /** @param {() => void} work what nobody waits for */
  #whenIdle(work) {
    if ("requestIdleCallback" in window) requestIdleCallback(work);
    else setTimeout(work, IDLE_MS);
  }

  /** Whether arrow keys belong to the board; after the end they scroll the page again. */
  get wantsKeys() {
    return this.#live === null || this.#live.isOpen;
  }

  /** @param {Letter} direction the first one only begins the game */
  push(direction) {
    if (this.#live) this.#live.push(direction);
    else if (this.#screen.overlays.shown === "invitation") this.#start();
  }

  tap() {
    if (this.#screen.overlays.shown === "invitation") this.#start();
  }

  keepPlaying() {
    this.#live?.keepPlaying();
  }

  newGame() {
    if (this.#live?.takesMoves) askToGiveUp();
    else if (!this.#page.daily) this.#start();
  }

  /** Gives up the game on the screen, if it still goes on, and starts another. */
  async #start() {
    if (this.#busy) return;
    this.#busy = true;
    this.#screen.board.setAttribute("aria-busy", "true");
    try {
      this.#put(await this.#begun(), null);
      history.replaceState(null, "", this.#page.urls.play);
    } catch (error) {
      const said = error instanceof ApiError ? error.message : this.#screen.word("not_started");
      this.#screen.trouble(said, this.#live?.isOpen ? ["try-again", "back"] : ["try-again"]);
    } finally {
      this.#busy = false;
      this.#screen.board.removeAttribute("aria-busy");
    }
  }

  /** @returns {Promise<StateMessage>} */
  async #begun() {
    const { daily, shape } = this.#page;
    if (daily) return this.#api.attempt(daily.start, daily.day);
    if (this.#live?.isOpen) await this.#api.giveUp(this.#live.id);
    return this.#api.start(shape);
  }

  /** Ends the attempt as it stands; that it has ended is told on the socket, as to every screen. */
  async #end() {
    if (this.#busy || !this.#live) return;
    this.#busy = true;
    try {
      await this.#api.giveUp(this.#live.id);
    } catch (error) {
      const said = error instanceof ApiError ? error.message : this.#screen.word("not_ended");
      this.#screen.trouble(said, ["back"]);
    } finally {
      this.#busy = false;
    }
  }

  /**
   * @param {StateMessage} state
   * @param {Finished | null} finished
   */
  #put(state, finished) {
    this.#featured?.end();
    this.#live?.close();
    this.#live = new LiveGame(this.#page, this.#screen, state, (code) => this.#refused(code));
    this.#screen.look(finished !== null);
    if (finished) this.#live.finish(finished);
    else this.#live.open();
  }

  /** @param {number} code */
  async #refused(code) {
    if (code === SIGNED_OUT && (await this.#isKnownAgain())) {
      location.reload();
      return;
    }
    const refusal = REFUSALS.get(code);
    if (refusal) this.#screen.trouble(this.#screen.word(refusal.word), [refusal.action]);
  }

  /** Whether another page of this browser has meanwhile signed up or in. */
  async #isKnownAgain() {
    if (performance.now() < YOUNG_MS) return false;
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    return isKnown(this.#page.urls.me).catch(() => false);
  }
}

new Play().begin();
