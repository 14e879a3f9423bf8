/**
 * The honest records of the games of the vectors. None of them was won.
 *
 * @returns {Promise<Record<string, any>[]>}
 */
export async function honest() {
  const vectors = await (await fetch("/seeds/fairness-vectors.json")).json();
  return vectors.games.map((/** @type {Record<string, any>} */ game) => ({
    scheme: vectors.scheme,
    game_id: game.game_id,
    shape: `${game.rows}x${game.columns}`,
    commitment: game.commitment,
    client_seed: game.client_seed,
    seed: game.seed,
    moves: game.moves,
    think_ms: Array.from(game.moves, (_, i) => 300 + i),
    board: game.board,
    score: game.score,
    largest: Math.max(...game.board.flat()),
    won_at_move: null,
    over: game.over,
  }));
}
