import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { findEntities } from "@/lib/evaluation/entities/find-entities";
import { createEntityReader } from "@/lib/evaluation/entities/part-entities";

const keys = (text: string, roots: readonly string[] = []) => [...findEntities(text, roots).keys()];

describe("findEntities", () => {
  test.each([
    ["see src/app/page.tsx:12:5 and ./lib/a.ts", ["path:src/app/page.tsx", "path:lib/a.ts"]],
    ["/home/me/repo/src/a.ts", ["path:src/a.ts"]],
    ["C:\\Users\\me\\notes.txt", ["path:C:/Users/me/notes.txt"]],
    ["edit package.json, then README.md.", ["path:package.json", "path:README.md"]],
    ["and/or 1/2 input/output e.g. this", []],
    ["https://Example.com/a/b?q=1#part.", ["url:example.com/a/b?q=1"]],
    [
      "call parseJsonBody() of user_name in Foo.barBaz",
      ["symbol:parseJsonBody", "symbol:user_name", "symbol:Foo.barBaz"],
    ],
    ["v1.2.3 at 8080, commit 3f2a9bc", ["number:v1.2.3", "number:8080", "number:3f2a9bc"]],
    ["看 `lib/模型.ts` 和 lib/b.ts。", ["path:lib/b.ts"]],
  ])("%s", (text, expected) => {
    expect(keys(text, ["/home/me/repo"])).toEqual(expect.arrayContaining(expected));
    if (expected.length === 0) expect(keys(text)).toEqual([]);
  });

  test("errors by class and the head of the message, by status, by failed test", () => {
    const found = keys(
      "TypeError: Cannot read properties of undefined (reading 'x')\nexit code 2\nFAILED tests/test_a.py::test_b",
    );
    expect(found).toEqual(
      expect.arrayContaining([
        "error:TypeError cannot read properties of",
        "error:status 2",
        "error:failed tests test_a.py test_b",
      ]),
    );
    expect(keys("HTTP/1.1 200 OK, exit code 0")).not.toContainEqual(expect.stringMatching(/^error:/));
  });

  test("a tool call names its path whatever its script, and its command", () => {
    const entitiesOf = createEntityReader(["/repo"]);
    const call = (toolName: string, input: Record<string, string>) => [
      ...entitiesOf({ type: "tool-call", id: "c", toolCallId: "c", toolName, input }).keys(),
    ];
    expect(call("Read", { file_path: "/repo/文档/说明.md" })).toContain("path:文档/说明.md");
    expect(call("Bash", { command: "cd /repo && npm   test" })).toContain("command:npm test");
  });

  property.prop([fc.string({ unit: "binary", maxLength: 400 })])("takes any text", (text) => {
    for (const [key, entity] of findEntities(text)) expect(key).toBe(entity.key);
  });

  test.each(["a/", "Error", "A", "x.", "1.", "https://", "<<A\n", "Exit code "])("is linear on %j repeated", (unit) => {
    const timeOf = (count: number) => {
      const text = unit.repeat(count);
      const startedAt = performance.now();
      findEntities(text);
      return performance.now() - startedAt;
    };
    timeOf(20_000);
    expect(timeOf(80_000)).toBeLessThan(3_000);
  });
});
