import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { findNames } from "@/lib/strategies/facts/find-names";

function namesIn(text: string): string[] {
  const places = findNames(text);
  return Array.from({ length: places.length / 2 }, (_, index) => text.slice(places[2 * index], places[2 * index + 1]));
}

/** Pieces that begin, join and end names, so that random texts contain many names and near misses. */
const PIECES =
  "a b f z A B E Z 0 1 9 _ $ . .. / // \\ - -> : :: :// @ ~ http https http:// https:// v v1 ab Ab aB EACCES TS2345 0a1b2c3d 123 1.2 src/ .ts é   \n \t ( ) [ ] ' \" ` < > , ; = \u00a0 \u3000 中 🙂".split(
    " ",
  );
const piece = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...PIECES, " ") },
  { weight: 1, arbitrary: fc.string({ maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("a", "A", "1", "f", "a-", "_", "$", "a_", "a/", "a.", "a::"), fc.nat(170))
      .map(([unit, count]) => unit.repeat(count)),
  },
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

describe("the names of a text", () => {
  test.prop([text], { numRuns: 2000 })("are in order, do not overlap, and contain no space", (value) => {
    const places = findNames(value);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(new Set(places.filter((_, at) => at % 2 === 0)).size).toBe(places.length / 2);
    for (const name of namesIn(value)) {
      expect(name.length).toBeGreaterThanOrEqual(3);
      expect(name).not.toMatch(/\s/);
    }
  });

  test.prop([text, text], { numRuns: 2000 })("do not depend on other lines", (before, after) => {
    expect(namesIn(`${before}\n${after}`)).toEqual([...namesIn(before), ...namesIn(after)]);
  });

  test.each([
    ["git+https://example.org/a.git, x", ["https://example.org/a.git,"]],
    ["my_https://x", ["my_https"]],
    ["https:// nothing", []],
    [`${"a".repeat(90)}/b c`, []],
    [`${"a".repeat(80)}/b c`, [`${"a".repeat(80)}/b`]],
    [`x/${"b".repeat(81)}`, [`x/${"b".repeat(80)}`]],
    ["deadbeef-x abcdefa~ beaded- abcdefg-", ["deadbeef", "abcdefa"]],
    ["1234567890.1 1.1234567890", ["1234567890", "1.123456789"]],
    ["1234567890123 12345678901234567890123456789012345678901", ["1234567890123"]],
  ])("%s", (value, names) => {
    expect(namesIn(value)).toEqual(names);
  });
});
