import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutOf, excerptOf, isDeeperThan, parseJsonBytes } from "@/lib/importers/json-text";

const bytes = (text: string) => new TextEncoder().encode(text);

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe("parseJsonBytes", () => {
  test("the depth scan agrees with the parsed value's depth", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), fc.integer({ min: 0, max: 9 }), (text, limit) => {
        expect(isDeeperThan(bytes(text), limit)).toBe(depthOf(JSON.parse(text)) > limit);
      }),
      { numRuns: 500 },
    );
  });

  test("brackets in strings, escaped quotes and backslashes do not count", () => {
    expect(isDeeperThan(bytes(JSON.stringify({ a: '[[[["\\', b: "}{\\\\" })), 1)).toBe(false);
  });

  test("refuses a depth bomb without parsing it", () => {
    expect(parseJsonBytes(bytes("[".repeat(1_000_000)), "utf-8", 128)).toEqual({ fault: "too-deep" });
    expect(parseJsonBytes(bytes(`${"[".repeat(128)}${"]".repeat(128)}`), "utf-8", 128)).toHaveProperty("value");
    expect(parseJsonBytes(bytes(`${"[".repeat(129)}${"]".repeat(129)}`), "utf-8", 128)).toEqual({ fault: "too-deep" });
  });

  test("removes prototype keys at every depth, escaped or not", () => {
    const text =
      '{"a":{"__proto__":{"polluted":1},"b":[{"\\u005f_proto__":{"polluted":1}}]},"constructor":{"prototype":{"polluted":1}}}';
    const parsed = parseJsonBytes(bytes(text), "utf-8", 128);
    expect(JSON.stringify(parsed)).toBe('{"value":{"a":{"b":[{}]}}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("invalid UTF-8 is an error; lone surrogates and escaped NUL are values", () => {
    expect(parseJsonBytes(Uint8Array.of(34, 0xc3, 0x28, 34), "utf-8", 128)).toEqual({ fault: "invalid-utf8" });
    expect(parseJsonBytes(bytes('"\\ud800\\u0000"'), "utf-8", 128)).toEqual({ value: "\ud800\u0000" });
  });

  test("an excerpt is short and shows control and direction characters", () => {
    expect(excerptOf(bytes(`a\u0000\u001b[31m\u202e${"x".repeat(500)}`), "utf-8").slice(0, 26)).toBe(
      "a\\u0000\\u001b[31m\\u202exxx",
    );
    expect(excerptOf(bytes("\u0001".repeat(500)), "utf-8").length).toBeLessThanOrEqual(200);
  });
});

test.each([
  ['{"a":"b', "string"],
  ['{"a":"b\\\\"', "value"],
  ['{"a":"b\\"', "string"],
  ['{"a":"b","c', "string"],
  ['{"a":1', "value"],
])("a row truncated as %s ends inside a %s", (text, inside) => {
  expect(cutOf(new TextEncoder().encode(text), "utf-8")).toEqual({ bytes: text.length, inside, tail: text });
});

test("keeps the last 80 characters of a long truncated row", () => {
  expect(cutOf(new TextEncoder().encode(`"${"x".repeat(500)}`), "utf-8").tail).toBe("x".repeat(80));
});
