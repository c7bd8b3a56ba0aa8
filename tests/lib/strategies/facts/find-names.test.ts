import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { findNames } from "@/lib/strategies/facts/find-names";

/** What a name is: URLs, paths, joined and humped symbols, error codes, versions, numbers and hashes. */
const NAME =
  /https?:\/\/[^\s"'`<>\\)\]]{1,300}|(?<![\w$.@~/\\-])(?:[\w.@~-]{0,80}(?:[/\\][\w.@-]{1,80}){1,20}|[A-Za-z_$][\w$]{0,80}(?:(?:\.|::|->)[A-Za-z_$][\w$]{0,80}){1,6}|[A-Za-z_$][\w$]{0,80}?(?:[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9])[\w$]{0,80}|E[A-Z]{4,14}\b|[A-Z]{1,3}\d{3,5}\b|v?\d{1,9}(?:\.\d{1,9})+|\d{3,12}\b|[0-9a-f]{7,40}\b)/g;

function namesIn(text: string): string[] {
  const places = findNames(text);
  return Array.from({ length: places.length / 2 }, (_, index) => text.slice(places[2 * index], places[2 * index + 1]));
}

const byPattern = (text: string) => (text.match(NAME) ?? []).filter(({ length }) => length >= 3);

/** Pieces that begin, join and end names, so that random texts hold many of them and near misses. */
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

describe("names found by scanning", () => {
  test.prop([text], { numRuns: 5000 })("are those of the expression", (value) => {
    expect(namesIn(value)).toEqual(byPattern(value));
  });

  test.prop([fc.string({ unit: "binary", maxLength: 200 })])("in any text", (value) => {
    expect(namesIn(value)).toEqual(byPattern(value));
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
    expect(byPattern(value)).toEqual(names);
  });
});
