import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { isDone, markDone } from "@/scripts/setup-steps.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-steps-"));
const [source, product, stamp] = ["source/a.txt", "product", "stamp"].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
];
const step = { inputs: [path.dirname(source)], product, stamp };

beforeEach(() => {
  fs.mkdirSync(path.dirname(source), { recursive: true });
  fs.writeFileSync(source, "one");
  fs.writeFileSync(product, "");
  markDone(step);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

test("a step is done until an input changes, appears or disappears, or its output is gone", () => {
  expect(isDone(step)).toBe(true);
  fs.writeFileSync(source, "two");
  expect(isDone(step)).toBe(false);
  fs.writeFileSync(source, "one");
  expect(isDone(step)).toBe(true);
  fs.writeFileSync(path.join(path.dirname(source), "b.txt"), "");
  expect(isDone(step)).toBe(false);
  fs.rmSync(path.join(path.dirname(source), "b.txt"));
  fs.rmSync(product);
  expect(isDone(step)).toBe(false);
});

test("touched files are read once more, then recognised by their times", () => {
  const touched = new Date(2020, 1, 1);
  fs.utimesSync(source, touched, touched);
  const before = fs.readFileSync(stamp, "utf8");
  expect(isDone(step)).toBe(true);
  expect(fs.readFileSync(stamp, "utf8")).not.toBe(before);
});

test("the stamp of another Node version, or of an older form, does not count", () => {
  expect(isDone({ ...step, salt: "v24" })).toBe(false);
  fs.writeFileSync(stamp, "");
  expect(isDone(step)).toBe(false);
});
