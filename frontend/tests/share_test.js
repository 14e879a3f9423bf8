import { numbers } from "../static/js/numbers.js";
import { Sharing } from "../static/js/share.js";
import { equal, ok, test } from "./harness.js";

const PAGE = /** @type {PageData} */ ({
  urls: /** @type {PageData["urls"]} */ ({ game: "/fa/games/ID/", challenge: "/fa/?beat=ID" }),
  words: /** @type {Record<string, string>} */ ({
    shared_game: "{score} points",
    shared_challenge: "Beat {score} points",
    copied: "Link copied",
  }),
});
const GAME = { id: "k3T9xQ2b", score: 12864 };

/**
 * A page with a place for the answer, on a device that shares and copies like this.
 *
 * @param {{share?: (data: ShareData) => Promise<void>, copy?: (text: string) => Promise<void>}} does
 */
function page({ share, copy = async () => {} }) {
  const said = document.createElement("p");
  said.id = "shared";
  document.body.append(said);
  if (share) Object.defineProperty(navigator, "share", { value: share, configurable: true });
  else Reflect.deleteProperty(Navigator.prototype, "share");
  if (!share) Reflect.deleteProperty(navigator, "share");
  const clipboard = { writeText: copy };
  Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
  return { said, sharing: new Sharing(PAGE, numbers("en")) };
}

test("without a sheet of the device the link is copied, and that is said", async () => {
  /** @type {string[]} */
  const copies = [];
  const copy = async (/** @type {string} */ text) => void copies.push(text);
  const { said, sharing } = page({ copy });
  await sharing.share("game", GAME);
  equal(copies, [`${location.origin}/fa/games/k3T9xQ2b/`]);
  equal(said.textContent, "Link copied");
  await sharing.share("challenge", GAME);
  equal(copies[1], `${location.origin}/fa/?beat=k3T9xQ2b`);
});

test("where nothing may be copied the link itself is shown", async () => {
  const { said, sharing } = page({
    copy: () => Promise.reject(new DOMException("no", "NotAllowedError")),
  });
  await sharing.share("game", GAME);
  equal(said.textContent, `${location.origin}/fa/games/k3T9xQ2b/`);
});

test("the sheet of the device gets the words and the link", async () => {
  /** @type {ShareData[]} */
  const given = [];
  const { said, sharing } = page({ share: async (data) => void given.push(data) });
  await sharing.share("challenge", GAME);
  equal(given, [{ text: "Beat 12,864 points", url: `${location.origin}/fa/?beat=k3T9xQ2b` }]);
  equal(said.textContent, "");
});

test("who closes the sheet has not asked for a copy", async () => {
  let copied = false;
  const { sharing } = page({
    share: () => Promise.reject(new DOMException("closed", "AbortError")),
    copy: async () => {
      copied = true;
    },
  });
  await sharing.share("game", GAME);
  ok(!copied, "it was copied all the same");
});

test("a sheet that fails leaves the copy", async () => {
  const { said, sharing } = page({
    share: () => Promise.reject(new DOMException("no", "NotAllowedError")),
  });
  await sharing.share("game", GAME);
  equal(said.textContent, "Link copied");
});
