import { Line } from "./line.js";

const SEEN_EVERY = 16;

/**
 * The games that are played just now, as the server tells them: all of the list each time.
 *
 * @typedef {object} LobbyEvents
 * @property {(games: ShownGame[]) => void} onGames
 * @property {() => void} onLost it is tried again from now on
 */
export class Lobby {
  #line;
  #heard = 0;

  /**
   * @param {string} path with its query
   * @param {LobbyEvents} events
   * @param {typeof Line} LineClass
   */
  constructor(path, events, LineClass = Line) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#line = new LineClass(`${scheme}://${location.host}${path}`, {
      onOpen: () => {},
      onMessage: (message) => {
        if (message.t !== "games") return;
        this.#heard += 1;
        if (this.#heard % SEEN_EVERY === 0) this.#line.send({ t: "seen", n: message.n });
        events.onGames(message.games);
      },
      onLost: events.onLost,
      onRefused: events.onLost,
    });
  }

  open() {
    this.#line.open();
  }

  close() {
    this.#line.close();
  }
}
