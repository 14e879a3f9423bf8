import { addressOf, keepAddress, plyInAddress } from "../static/js/replay_address.js";
import { equal, test, until, wait } from "./harness.js";

const HERE = location.href;

test("a ply is read from the address, and nothing else is", () => {
  const found = ["#0", "#1234", "#", "#x", "#-1", "#1e3", "#12345678901", ""].map((hash) => {
    history.replaceState(null, "", location.pathname + location.search + hash);
    return plyInAddress() ?? null;
  });
  equal(found, [0, 1234, null, null, null, null, null, null]);
  equal(addressOf(7), `${location.origin}${location.pathname}${location.search}#7`);
  history.replaceState(null, "", HERE);
});

test("it follows a long press once, with no step in the history", async () => {
  const before = history.length;
  const player = { ply: 0, onRest: () => {}, go: (/** @type {number} */ ply) => ply };
  keepAddress(player);
  const { replaceState } = history;
  let replaced = 0;
  history.replaceState = (...given) => {
    replaced += 1;
    replaceState.apply(history, given);
  };
  for (player.ply = 1; player.ply < 40; player.ply += 1) player.onRest();
  await until(() => location.hash === "#40");
  await wait(50);
  equal([replaced, history.length], [1, before]);
  history.replaceState = replaceState;
  history.replaceState(null, "", HERE);
});

test("an address that is changed by hand is gone to", async () => {
  /** @type {number[]} */
  const gone = [];
  keepAddress({ ply: 0, onRest: () => {}, go: (ply) => gone.push(ply) });
  location.hash = "#17";
  await until(() => gone.length > 0);
  equal(gone, [17]);
  history.replaceState(null, "", HERE);
});
