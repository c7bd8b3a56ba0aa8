import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filterFields, jsonText, mapFields, memberText, parseJson, withNumbersOf } from "@/lib/conversation/exact-json";
import { arbitraryJsonText } from "@/tests/support/arbitrary-json-text";

describe("numbers as written", () => {
  test.each(["12345678901234567890", "1.0", "-0", "-0.0", "1e400", "-1E+2", "0.10", "1e-7", "9007199254740993"])(
    "%s is preserved, in an object, a list, and after a copy",
    (number) => {
      const text = `{"a":${number},"b":[1,${number},"x"],"c":{"d":[${number}]}}`;
      const value = parseJson(text) as { a: number; b: number[]; c: object };
      expect(jsonText(value)).toBe(text);
      expect(JSON.parse(jsonText(value, 2))).toEqual(JSON.parse(text));
      expect(jsonText({ ...value, z: 1 })).toBe(`${text.slice(0, -1)},"z":1}`);
      expect(jsonText(withNumbersOf(value.b, [...value.b]))).toBe(`[1,${number},"x"]`);
      expect(jsonText(mapFields({ ...value }, (field, name) => (name === "c" ? 0 : field)))).toBe(
        `{"a":${number},"b":[1,${number},"x"],"c":0}`,
      );
      expect([memberText(value, "a"), memberText(value.b, 1), memberText(value, "b")]).toEqual([
        number,
        number,
        `[1,${number},"x"]`,
      ]);
      expect(jsonText(filterFields(value, (key) => key === "a"))).toBe(`{"a":${number}}`);
    },
  );

  test("a changed number is written as it is now", () => {
    const value = parseJson('{"a":1.0,"b":[2.0]}') as { a: number; b: number[] };
    expect(jsonText({ ...value, a: 3 })).toBe('{"a":3,"b":[2.0]}');
    value.b[0] = 5;
    expect(jsonText(value)).toBe('{"a":1.0,"b":[5]}');
  });

  test("of a duplicate key the last counts, and strings are not numbers", () => {
    expect(jsonText(parseJson('{"a":1.0,"a":1}'))).toBe('{"a":1}');
    expect(jsonText(parseJson('{"a":1,"a":1.0}'))).toBe('{"a":1.0}');
    expect(jsonText(parseJson('{"a":{"b":1.0},"a":{"b":1}}'))).toBe('{"a":{"b":1}}');
    expect(jsonText(parseJson('{"a\\"1.0":"1.0, 2.0","\\u0062":1.0}'))).toBe('{"a\\"1.0":"1.0, 2.0","b":1.0}');
  });

  test("values stay plain JSON, at any depth", () => {
    const value = parseJson('{"a":1.0}');
    expect(Object.keys(value as object)).toEqual(["a"]);
    expect(JSON.stringify(value)).toBe('{"a":1}');
    const deep = `${"[".repeat(5_000)}1.0${"]".repeat(5_000)}`;
    expect(() => parseJson(deep)).not.toThrow();
    expect(() => parseJson("{")).toThrow(SyntaxError);
  });

  test("random JSON comes back as the same text", () => {
    fc.assert(
      fc.property(arbitraryJsonText(), (text) => {
        expect(jsonText(parseJson(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
