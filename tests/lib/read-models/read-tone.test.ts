import { expect, test } from "vitest";
import { readTone } from "@/lib/read-models/read-tone";

test("only the ends of the read share's range have a colour", () => {
  const tones = [0.95, 0.94, 0.9, 0.8, 0.79].map((share) => readTone(share, 30));
  expect(tones).toEqual(["good", "good", undefined, undefined, "bad"]);
});

test("a short session has none: its first request could read nothing", () => {
  expect(readTone(0.498, 2)).toBeUndefined();
  expect(readTone(0.498, 29)).toBeUndefined();
  expect(readTone(0.95, 29)).toBeUndefined();
});
