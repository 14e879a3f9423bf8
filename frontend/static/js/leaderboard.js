import { Countdown } from "./countdown.js";
import { LiveBoard } from "./live_board.js";

/** The page of a board: it is whole without this, which only keeps it up to date. */

const countdown = document.querySelector(".countdown");
if (countdown instanceof HTMLElement) {
  new Countdown(countdown, document.documentElement.lang, () => location.reload()).begin();
}

const board = document.querySelector(".live");
if (board instanceof HTMLElement) new LiveBoard(board).begin();
