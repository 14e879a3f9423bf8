import { fill, numbers } from "../static/js/numbers.js";
import { equal, test } from "./harness.js";

test("figures of a Persian page have Persian digits", () => {
  const { plain, grouped } = numbers("fa");
  equal(plain(131072), "۱۳۱۰۷۲");
  equal(grouped(12864), "۱۲٬۸۶۴");
});

test("figures of an English page have Latin digits", () => {
  const { plain, grouped, list } = numbers("en");
  equal(plain(1048576), "1048576");
  equal(grouped(3221225476), "3,221,225,476");
  equal(list([8, 16, 32]), "8, 16 and 32");
});

test("a time has hours where there are any", () => {
  const times = [0, 999, 61_000, 600_999, 3_600_000, 360_061_000];
  equal(times.map(numbers("en").clock), ["0:00", "0:00", "1:01", "10:00", "1:00:00", "100:01:01"]);
  equal(numbers("fa").clock(3_723_000), "۱:۰۲:۰۳");
});

test("places of a text are filled, unknown ones stay", () => {
  equal(fill("{a} and {b}", { a: "1" }), "1 and {b}");
});
