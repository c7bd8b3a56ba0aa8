import { describe, expect, test } from "vitest";
import { type OutputQuery, readStoredOutput } from "@/tests/support/read-stored-output";

const log = ["one", "two ERROR", "three", "four error", "five"].join("\n");
const read = (content: string, query: OutputQuery) => {
  const result = readStoredOutput(content, query);
  return result.ok ? result.value.text : result.error.code;
};

describe("a put-aside output", () => {
  test.each<[OutputQuery, string]>([
    [{}, log],
    [{ start: 2, end: 3 }, "two ERROR\nthree"],
    [{ start: 4 }, "four error\nfive"],
    [{ end: 1 }, "one"],
    [{ start: 9 }, ""],
    [{ grep: "(?i)error" }, "two ERROR\nfour error"],
    [{ grep: "error", start: 1, end: 3 }, ""],
    [{ grep: "(" }, "invalid-pattern"],
    [{ grep: "(a)\\1" }, "invalid-pattern"],
    [{ start: 0 }, "invalid-range"],
    [{ start: 3, end: 1 }, "invalid-range"],
    [{ jsonPath: "$.a" }, "not-json"],
  ])("%o", (query, expected) => {
    expect(read(log, query)).toBe(expected);
  });

  test("matching lines have their numbers", () => {
    const result = readStoredOutput(log, { grep: "error|ERROR" });
    expect(result.ok && result.value.lines).toEqual([2, 4]);
  });

  test("JSON paths", () => {
    const json = JSON.stringify({
      items: [
        { name: "a", size: 1 },
        { name: "b", size: 5 },
      ],
    });
    expect(read(json, { jsonPath: "$.items[*].name" })).toBe("a\nb");
    expect(read(json, { jsonPath: "$.items[?@.size > 2].name" })).toBe("b");
    expect(read(json, { jsonPath: "$.items[0]", start: 2, end: 2 })).toBe('  "name": "a",');
    expect(read(json, { jsonPath: "$.[" })).toBe("invalid-json-path");
    expect(read(json, { jsonPath: "$..a..b..c" })).toBe("invalid-json-path");
    expect(read(json, { jsonPath: "$.items[?search(@.name, '(a+)+$')]" })).toBe("invalid-json-path");
  });

  test("a pattern that makes backtracking engines explode is answered immediately", () => {
    const before = performance.now();
    expect(read(`${"a".repeat(50_000)}!`, { grep: "^(a+)+$" })).toBe("");
    expect(performance.now() - before).toBeLessThan(2000);
  });
});
