import { ReplayControls } from "./replay_controls.js";
import { Clock, Pace } from "./replay_pace.js";
import { Positions } from "./replay_positions.js";
import { ReplayScreen } from "./replay_screen.js";
import { rebuild } from "./replay_source.js";

/**
 * One game that is shown again. It knows nothing of the page but its own root, of which
 * `partials/replay_player.html` is the template, so any number of them may stand on one page. Play
 * can begin before all of the game has been rebuilt; it then waits where it has to.
 */

export class ReplayPlayer {
  /** What is shown, or will be once it is rebuilt. @type {number} */
  ply;
  playing = false;
  /** Told of every ply that it goes to, but not where it follows. @type {() => void} */
  onMove = () => {};
  /** Told whenever it comes to rest: after a step, a scrub, at a pause. @type {() => void} */
  onRest = () => {};
  #data;
  #screen;
  #controls;
  #positions;
  /** The last ply that there is, or will be. @type {number} */
  #last;
  #clock = new Clock();
  /** @type {number | null} what a mouse points at without pressing */
  #hovered = null;
  /** Whether a frame is asked for: however fast a hand moves, each frame shows one board. */
  #asked = false;
  #grown = false;
  /** What is still to be said. @type {import("./replay_screen.js").Telling | null} */
  #telling = null;

  /**
   * @param {HTMLElement} root
   * @param {number} [ply] where it begins: at the end unless told
   * @param {HTMLElement} [bar] what holds its buttons, where they do not stand in its root
   */
  constructor(root, ply = Number.POSITIVE_INFINITY, bar = root) {
    this.#data = /** @type {Replayed} */ (
      JSON.parse(root.querySelector("script")?.textContent ?? "")
    );
    this.#last = this.#data.moves;
    this.ply = Math.min(ply, this.#last);
    this.#positions = new Positions(this.#data.board.length);
    this.#screen = new ReplayScreen(root, this.#data, {
      onGo: (to) => this.go(to),
      onScrub: (to) => this.#move(to),
      onScrubbed: () => this.#rest("position"),
      onHover: (to) => this.#hover(to),
    });
    this.#controls = new ReplayControls(root, bar, this.#data.words, (order) => this[order]());
    if (this.ply === this.#last) this.#screen.showEnd();
  }

  /** Rebuilds the game; nothing but its last board is seen before. */
  load() {
    this.#controls.loading(true);
    this.#positions = new Positions(this.#data.board.length);
    rebuild(this.#data.worker, this.#data.record, {
      onBegin: (thinks) => {
        this.#clock.set(new Pace(thinks), this.ply);
      },
      onChunk: (chunk) => {
        this.#positions.add(chunk);
        this.#grown = true;
        this.#ask();
      },
      onEnd: () => {
        this.#controls.loading(false);
        if (this.#positions.length <= this.#last) this.#fail("broken");
      },
      onFailed: (code) => this.#fail(code),
    });
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.ply >= this.#last) this.ply = 0;
    this.playing = true;
    this.#hovered = null;
    this.#controls.playing(true);
    this.#clock.start(this.ply);
    this.#ask();
  }

  pause() {
    this.#move(this.ply);
    this.#rest("position");
  }

  first() {
    this.go(0);
  }

  last() {
    this.go(this.#last);
  }

  back() {
    this.go(this.ply - 1);
  }

  forward() {
    this.#move(this.ply + 1);
    this.#rest("move");
  }

  /** @param {number} ply */
  go(ply) {
    this.#move(ply);
    this.#rest("position");
  }

  /**
   * Goes where another one is, or as far as its own game does; whoever moved that one tells of it.
   *
   * @param {number} ply
   * @param {boolean} rests whether the other one stays there
   */
  follow(ply, rests) {
    this.#halt(ply);
    if (rests) this.#telling = "nothing";
  }

  /** @param {number} by so many speeds up; down where negative */
  hurry(by) {
    this.#controls.hurry(by);
  }

  /** @param {number} ply */
  #move(ply) {
    this.#halt(ply);
    this.onMove();
  }

  /** @param {number} ply */
  #halt(ply) {
    this.playing = false;
    this.#hovered = null;
    this.#controls.playing(false);
    this.ply = Math.min(Math.max(ply, 0), this.#last);
    this.#ask();
  }

  /** @param {"unreachable" | "broken"} code */
  #fail(code) {
    this.#last = code === "broken" ? Math.max(this.#positions.length - 1, 0) : this.#last;
    this.#controls.trouble(code, this.#positions.length < 2);
  }

  /** @param {import("./replay_screen.js").Telling} telling */
  #rest(telling) {
    this.#telling = telling;
    this.#ask();
    this.onRest();
  }

  #tell() {
    if (this.#telling) this.#screen.tell(this.#telling);
    this.#telling = null;
  }

  /** @param {number | null} ply */
  #hover(ply) {
    if (this.playing) return;
    this.#hovered = ply;
    this.#ask();
  }

  #ask() {
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(this.#frame);
  }

  #frame = (/** @type {number} */ now) => {
    this.#asked = false;
    if (this.#grown) this.#screen.grow(this.#positions, this.#clock.pace);
    this.#grown = false;
    if (this.playing) {
      const known = this.#positions.length - 1;
      const ply = this.#clock.tick(now, this.#controls.speed, this.ply, known);
      if (ply !== this.ply) {
        this.ply = ply;
        this.onMove();
      }
      if (ply === this.#last) this.pause();
    }
    const ply = this.#hovered ?? this.ply;
    this.#screen.move(this.ply);
    if (ply < this.#positions.length) {
      this.#screen.show(this.#positions.at(ply));
      if (ply === this.ply) this.#tell();
    }
    if (this.playing) this.#ask();
  };
}
