/** Starting and giving up games, and who we are: the few calls of the page that go over HTTP. */

const PATIENCE_MS = 10_000;

/** An answer that says no. `message` is what the server says to the player, in their language. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} detail
   */
  constructor(code, detail) {
    super(detail);
    this.code = code;
  }
}

export class GamesApi {
  #url;
  #language;
  /** @type {{id: string, clientSeed: string} | null} */
  #prepared = null;

  /**
   * @param {string} url
   * @param {string} language
   */
  constructor(url, language) {
    this.#url = url;
    this.#language = language;
  }

  /**
   * Prepares and starts a game. Our part of the randomness is drawn after the server is committed
   * to its own; a start that got no answer is sent again as it was, so that no game is left behind.
   *
   * @param {string} shape
   * @returns {Promise<StateMessage>}
   */
  async start(shape) {
    if (this.#prepared === null) {
      const { id } = /** @type {{id: string}} */ (await this.#post(this.#url, { shape }));
      this.#prepared = { id, clientSeed: drawSeed() };
    }
    const { id, clientSeed } = this.#prepared;
    try {
      const state = await this.#post(`${this.#url}${id}/start/`, { client_seed: clientSeed });
      this.#prepared = null;
      return /** @type {StateMessage} */ (state);
    } catch (error) {
      if (error instanceof ApiError) this.#prepared = null;
      throw error;
    }
  }

  /**
   * Begins our attempt at a daily challenge, or answers with the one that there is.
   *
   * @param {string} url
   * @param {string} day
   */
  async attempt(url, day) {
    return /** @type {StateMessage} */ (await this.#post(url, { day }));
  }

  /** @param {string} id of a game that may have ended on another screen meanwhile */
  async giveUp(id) {
    try {
      await this.#post(`${this.#url}${id}/give-up/`, {});
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "not_playing") throw error;
    }
  }

  /**
   * @param {string} url
   * @param {object} body
   */
  #post(url, body) {
    return send("POST", url, this.#language, body);
  }
}

/**
 * @param {"POST" | "PATCH"} method
 * @param {string} address
 * @param {string} language of what the server says where it refuses
 * @param {object} body
 * @returns {Promise<unknown>}
 */
export async function send(method, address, language, body) {
  const response = await fetch(address, {
    method,
    headers: {
      "Content-Type": "application/json",
      "Accept-Language": language,
      "X-CSRFToken": cookie("csrftoken"),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const answer = await response.json();
  if (!response.ok) throw new ApiError(answer.code, answer.detail);
  return answer;
}

/**
 * Whether the server knows who asks, as a member or as a guest.
 *
 * @param {string} address
 */
export async function isKnown(address) {
  const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const { name, guest } = await response.json();
  return guest === true || typeof name === "string";
}

function drawSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} name */
function cookie(name) {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? "" : decodeURIComponent(found.slice(name.length + 1));
}
