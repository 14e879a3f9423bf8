import { ok, test } from "./harness.js";

const STEPS = Array.from({ length: 20 }, (_, index) => 2 ** (index + 1));
const HIGHEST_NAMED = 131072;

/** @param {string} colour of any CSS notation */
function rgbOf(colour) {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (!canvas) throw new Error("no canvas");
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}

/** @param {string} colour relative luminance as WCAG defines it */
function luminanceOf(colour) {
  const [r, g, b] = rgbOf(colour).map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * @param {string} one
 * @param {string} other
 */
function contrast(one, other) {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** @param {string} colour CIE L*, what is left of it in grey */
function lightnessOf(colour) {
  const y = luminanceOf(colour);
  return y <= 0.008856 ? y * 903.3 : 116 * Math.cbrt(y) - 16;
}

/** @param {number} value */
function tileOf(value) {
  const tile = document.createElement("div");
  tile.style.cssText = "background: var(--tile); color: var(--text)";
  tile.dataset.v = String(value);
  if (value > HIGHEST_NAMED) tile.dataset.beyond = Math.log2(value) % 2 === 0 ? "even" : "odd";
  document.body.append(tile);
  const { backgroundColor, color } = getComputedStyle(tile);
  return { background: backgroundColor, text: color };
}

/** @param {string} name of a custom property */
function colourOf(name) {
  const probe = document.createElement("div");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  return getComputedStyle(probe).color;
}

for (const theme of ["light", "dark"]) {
  test(`the number on every tile can be read (${theme})`, () => {
    document.documentElement.dataset.theme = theme;
    for (const value of STEPS) {
      const { background, text } = tileOf(value);
      const found = contrast(background, text);
      ok(found >= 4.5, `${value}: ${found.toFixed(2)}`);
    }
  });

  test(`neighbouring steps of the ladder differ in grey (${theme})`, () => {
    document.documentElement.dataset.theme = theme;
    for (const value of STEPS.slice(1)) {
      const [lower, upper] = [value / 2, value].map((step) => lightnessOf(tileOf(step).background));
      const found = Math.abs(lower - upper);
      ok(found >= 2.5, `${value / 2} and ${value}: ${found.toFixed(2)}`);
    }
  });

  test(`the words of the page can be read (${theme})`, () => {
    document.documentElement.dataset.theme = theme;
    for (const [text, ground] of [
      ["--ink", "--ground"],
      ["--quiet", "--ground"],
      ["--quiet", "--surface"],
      ["--accent", "--ground"],
      ["--accent", "--surface"],
      ["--on-accent", "--accent"],
      ["--warning", "--ground"],
    ]) {
      const found = contrast(colourOf(text), colourOf(ground));
      ok(found >= 4.5, `${text} on ${ground}: ${found.toFixed(2)}`);
    }
  });
}

test("the two themes are two", () => {
  const grounds = ["light", "dark"].map((theme) => {
    document.documentElement.dataset.theme = theme;
    return luminanceOf(colourOf("--ground"));
  });
  ok(grounds[0] > 0.8 && grounds[1] < 0.1, `${grounds}`);
});
