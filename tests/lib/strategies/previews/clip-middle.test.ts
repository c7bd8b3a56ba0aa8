import { expect, test } from "vitest";
import { clip } from "@/lib/strategies/previews/clip";
import { clipMiddle } from "@/lib/strategies/previews/clip-middle";

const SIGNS = ["a", "你", "é", "𠮷", "👨‍👩‍👧‍👦", "👍🏽", "🇪🇺", "한"];
const TEXT = SIGNS.join("").repeat(3);
const isWholeSigns = (text: string) => {
  const segments = [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)];
  return segments.every(({ segment }) => SIGNS.includes(segment));
};

test("wherever a text is cut, no combined character is split", () => {
  expect(isWholeSigns(TEXT)).toBe(true);
  for (let head = 0; head < TEXT.length; head += 1) {
    const tail = TEXT.length - head - 1;
    const [start = "", end = ""] = clipMiddle(TEXT, head, tail, () => "|").split("|");
    expect([isWholeSigns(start), isWholeSigns(end)], `at ${head}`).toEqual([true, true]);
    expect(start.length).toBeLessThanOrEqual(head);
    const short = clip(TEXT, head + 1).replace("…", "");
    expect([isWholeSigns(short), short.length <= head + 1], `clip at ${head}`).toEqual([true, true]);
  }
});

test("a short text stays as it is, and the note says how much is left out", () => {
  expect(clipMiddle(TEXT, TEXT.length, 0, () => "|")).toBe(TEXT);
  expect(clipMiddle("abcdef", 2, 1, (left) => `<${left}>`)).toBe("ab<3>f");
});
