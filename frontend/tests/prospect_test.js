import { Prospect } from "../static/js/prospect.js";
import { around, ranks, rows } from "./around.js";
import { equal, ok, test } from "./harness.js";

test("what the server told is what is shown", () => {
  const { me, above, below, missing } = new Prospect(around()).at(500);
  equal([me.rank, missing], [4, 200]);
  equal(ranks(above), ["1 ann", "2 bob", "2 cat"]);
  equal(ranks(below), ["5 dan"]);
});

test("the points to the next place shrink with every move", () => {
  const { me, missing } = new Prospect(around()).at(640);
  equal([me.rank, me.value, missing], [4, 640, 60]);
});

test("an equal score shares the rank and stands behind", () => {
  const { me, above, missing } = new Prospect(around()).at(700);
  equal([me.rank, missing], [2, 200]);
  equal(ranks(above), ["1 ann", "2 bob", "2 cat"]);
});

test("who is passed stands below, a rank further down", () => {
  const { me, above, below, missing } = new Prospect(around()).at(704);
  equal([me.rank, missing], [2, 196]);
  equal(ranks(above), ["1 ann"]);
  equal(ranks(below), ["3 bob", "3 cat", "5 dan"]);
});

test("of several who are passed the best stands next below", () => {
  const near = around({ above: rows([2, "bob", 700], [3, "cat", 600]) });
  equal(ranks(new Prospect(near).at(704).below), ["3 bob", "4 cat", "5 dan"]);
});

test("those of the same score as at the asking do not count twice", () => {
  const tied = around({ me: { rank: 2, player: null, value: 700 } });
  equal(new Prospect(tied).at(704).me.rank, 2);
});

test("nothing is missing at the top", () => {
  const { me, missing } = new Prospect(around()).at(904);
  equal([me.rank, missing], [1, null]);
});

test("nobody knows what is missing once all that are known are passed", () => {
  const far = around({
    me: { rank: 900, player: null, value: 500 },
    above: rows([898, "x", 600], [899, "y", 540]),
    missing: 40,
  });
  const { me, missing } = new Prospect(far).at(800);
  equal([me.rank, missing], [898, null]);
});

test("one's own best gives way when it is passed", () => {
  const mine = around({ me: { rank: 4, player: "cat", value: 500 } });
  equal(ranks(new Prospect(mine).at(600).above), ["1 ann", "2 bob", "2 cat"]);
  equal(ranks(new Prospect(mine).at(704).below), ["3 bob", "5 dan"]);
});

test("it is old once somebody is passed or another game began", () => {
  const prospect = new Prospect(around());
  ok(!prospect.isOld(500) && !prospect.isOld(696), "nobody is reached");
  ok(prospect.isOld(700), "somebody is reached");
  ok(prospect.isOld(0), "another game");
});
