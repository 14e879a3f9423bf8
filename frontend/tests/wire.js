/**
 * A state message for tests, on the smallest board.
 *
 * @param {Partial<StateMessage>} [fields] what is not as usual
 * @returns {StateMessage}
 */
export function state(fields = {}) {
  const board = [
    [2, 0],
    [0, 2],
  ];
  const usual = { id: "k3T9xQ2b", shape: "2x2", board, score: 0, best: 0, ply: 0 };
  const game = { commitment: "c0ffee", you: "player", player: null, status: "playing" };
  return /** @type {StateMessage} */ ({ t: "state", ...usual, ...game, ...fields });
}

/**
 * @param {Partial<MovedMessage>} fields
 * @returns {MovedMessage}
 */
export function moved(fields) {
  const board = [
    [2, 2],
    [0, 0],
  ];
  const usual = { from: 0, steps: [], ply: 1, score: 0, board, status: "playing" };
  return /** @type {MovedMessage} */ ({ t: "moved", ...usual, ...fields });
}
