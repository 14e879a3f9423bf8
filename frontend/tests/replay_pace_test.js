import { Pace } from "../static/js/replay_pace.js";
import { equal, test } from "./harness.js";

test("the clock starts with the first move, and the replay with its pause", () => {
  const pace = new Pace([5000, 200, 9000, 100]);
  equal(
    [0, 1, 2, 3, 4].map((ply) => pace.timeOf(ply)),
    [0, 0, 200, 9200, 9300],
  );
  equal(
    [0, 1, 2, 3, 4].map((ply) => pace.shownAt(ply)),
    [0, 3000, 3200, 6200, 6300],
  );
});

test("of every moment the ply that is shown is found", () => {
  const pace = new Pace([100, 200, 0, 300]);
  equal(
    [0, 99, 100, 299, 300, 599, 600, 9999].map((ms) => pace.plyAt(ms)),
    [0, 0, 1, 1, 3, 3, 4, 4],
  );
});

test("before any time is known everything is at the beginning", () => {
  const pace = new Pace([]);
  equal([pace.plyAt(500), pace.timeOf(7), pace.shownAt(7)], [0, 0, 0]);
});
