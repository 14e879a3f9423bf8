// What goes over the wire and what the server puts into the page, for the type checker alone.

type Status = "prepared" | "playing" | "won" | "over" | "given_up";
type Letter = "U" | "R" | "D" | "L";
type Step = [direction: Letter, cell: number, value: number];

interface StateMessage {
  t: "state";
  id: string;
  shape: string;
  board: number[][];
  score: number;
  best: number;
  ply: number;
  status: Status;
  commitment: string;
  you: "player" | "watcher";
  player: string | null;
}

interface MovedMessage {
  t: "moved";
  from: number;
  steps: Step[];
  ply: number;
  score: number;
  board: number[][];
  status: Status;
}

interface EndedMessage {
  t: "ended";
  seed: string | null;
  score: number;
  rank: number | null;
}

/** A game of the list of those that are played just now. */
interface ShownGame {
  id: string;
  shape: string;
  kind: string;
  player: string | null;
  score: number;
  largest: number;
  ply: number;
  board: number[][];
  watchers: number;
}

interface RefusedMessage {
  t: "refused";
  code: string;
  text: string;
  state?: StateMessage;
}

type ServerMessage =
  | StateMessage
  | MovedMessage
  | EndedMessage
  | RefusedMessage
  | { t: "watchers"; n: number }
  | { t: "games"; n: number; games: ShownGame[] }
  | { t: "pong"; n: number }
  | { t: "closing"; why: string };

interface MoveRequest {
  t: "move";
  ply: number;
  moves: string;
  ms: number[];
}

type ClientMessage =
  | MoveRequest
  | { t: "keep" }
  | { t: "state" }
  | { t: "seen"; ply: number }
  | { t: "seen"; n: number }
  | { t: "ping"; n: number };

interface Finished {
  seed: string | null;
  rank: number | null;
  won: boolean;
}

interface PageData {
  shape: string;
  win: number;
  state: StateMessage | null;
  finished: Finished | null;
  others: { id: string; score: number; largest: number; ply: number }[];
  me: { name: string | null; guest: boolean };
  challenge: { score: number } | null;
  daily: { day: string; title: string; url: string; start: string } | null;
  language: string;
  urls: Record<
    | "games"
    | "socket"
    | "me"
    | "featured"
    | "signup"
    | "login"
    | "leaderboard"
    | "place"
    | "game"
    | "challenge"
    | "play",
    string
  >;
  words: Record<string, string>;
}

interface Replayed {
  shape: string;
  moves: number;
  score: number;
  board: number[];
  milestones: number[];
  record: string;
  worker: string;
  language: string;
  words: Record<string, string>;
}

interface ReplayPageData {
  game: { id: string; score: number };
  language: string;
  urls: Record<"game" | "challenge" | "record", string>;
  words: Record<string, string>;
}

interface WatchPageData {
  socket: string;
  query: string;
  game: string;
  language: string;
  words: Record<string, string>;
}
