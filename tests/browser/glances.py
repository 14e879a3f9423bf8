"""What the page is asked, in its own language."""

# Where each tile is on the screen: the number that its face shows, on the cell that it covers.
SEEN = """() => {
  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  const cells = [...document.querySelectorAll(".cell")].map((cell) =>
    middle(cell.getBoundingClientRect()));
  const seen = cells.map(() => "");
  for (const tile of document.querySelectorAll(".tile")) {
    const [x, y] = middle(tile.getBoundingClientRect());
    const at = cells.findIndex(([cx, cy]) => Math.hypot(cx - x, cy - y) < 3);
    if (at >= 0) seen[at] += tile.textContent; // one that is on no cell is missed in the board
  }
  return seen;
}"""
# The names of the cells as soon as so many moves are counted, and whether the game goes on.
COUNTED = """(ply) => new Promise((resolve) => {
  const board = document.getElementById("board");
  const look = () => {
    if (ply !== null && board.dataset.ply !== String(ply)) return;
    watcher.disconnect();
    const values = [...board.querySelectorAll(".cell")].map((cell) => Number(cell.dataset.v));
    resolve([Number(board.dataset.ply), board.dataset.status, values]);
  };
  const watcher = new MutationObserver(look);
  watcher.observe(board, { attributes: true });
  look();
})"""
STILL = """(ply) => document.querySelector(".board").dataset.ply === String(ply)
  && document.getAnimations().every(({ playState }) => playState !== "running")"""
