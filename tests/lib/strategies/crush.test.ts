import { describe, expect, test } from "vitest";
import { partText } from "@/lib/conversation/part";
import { crushDiff } from "@/lib/strategies/crush/diff";
import { crushJson } from "@/lib/strategies/crush/json";
import { crushLog } from "@/lib/strategies/crush/log";
import { crushSearch } from "@/lib/strategies/crush/search";
import { crushText } from "@/lib/strategies/crush/text";
import { withoutBinary } from "@/lib/strategies/presets/essay-rules";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation } from "@/tests/support/draw-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";

const rows = (n: number, row: (i: number) => object) => JSON.stringify(Array.from({ length: n }, (_, i) => row(i)));
const ids = (text: string | undefined) => (JSON.parse(text ?? "[]") as { id: number }[]).map(({ id }) => id);

describe("JSON lists", () => {
  test("100 rows of which every seventh warns: exactly the 15 warnings stay", () => {
    const crushed = crushJson(rows(100, (id) => ({ id, level: id % 7 === 0 ? "warn" : "info", text: `row ${id}` })));
    expect(crushed).toMatchObject({ kept: 15, total: 100, unit: "items" });
    expect(ids(crushed?.text)).toEqual(Array.from({ length: 15 }, (_, i) => i * 7));
  });
  test("40 identical heartbeats: one stays", () => {
    expect(crushJson(rows(40, () => ({ beat: "ok" })))).toMatchObject({ kept: 1, total: 40 });
  });
  test("never drops items with an error", () => {
    const crushed = crushJson(rows(60, (id) => ({ id, state: id === 33 ? "failed to start" : "fine" })));
    expect(ids(crushed?.text)).toContain(33);
    expect(crushed?.kept).toBe(15);
  });
  test("numbers stay as they were read, and differ if their texts differ", () => {
    const texts = ["1894839483948394801", "1894839483948394802", "1.0", "1.0", "1.50"];
    expect(crushJson(`[${texts.join(",")}]`)?.text).toBe("[1894839483948394801,1894839483948394802,1.0,1.50]");
    const items = texts.map((id) => `{"id":${id}}`);
    expect(crushJson(`[${items.join(",")}]`)).toMatchObject({
      kept: 4,
      text: `[${[...items.slice(0, 3), items[4]].join(",")}]`,
    });
  });
  test("a number far from the others is a signal", () => {
    const crushed = crushJson(rows(60, (id) => ({ id, ms: id === 41 ? 9000 : 10 })));
    expect(ids(crushed?.text)).toContain(41);
  });
  test.each([
    ["unique items without a signal", rows(20, (id) => ({ id, name: `step ${id}` }))],
    ["an empty list", "[]"],
    ["a short list", "[1,2,3]"],
    ["an object", '{"a":1}'],
    ["no JSON", "[not json"],
  ])("%s stays", (_, text) => {
    expect(crushJson(text)).toBeNull();
  });
  test("40 numbers leave 15 with both ends", () => {
    const crushed = crushJson(JSON.stringify(Array.from({ length: 40 }, (_, i) => (i < 20 ? i : i + 40))));
    expect(crushed?.kept).toBe(15);
    const left = JSON.parse(crushed?.text ?? "[]") as number[];
    expect([left[0], left.at(-1)]).toEqual([0, 79]);
  });
});

describe("logs, diffs, search results, prose", () => {
  const log = Array.from({ length: 200 }, (_, i) => `2026-01-01 10:00:00 INFO step ${i}`);
  test("a log keeps errors with three lines around them, each kind of warning once, and the first and last line", () => {
    const lines = log.with(100, "2026-01-01 10:00:00 ERROR no disk").with(50, "WARN slow 1").with(60, "WARN slow 2");
    const text = crushLog(lines.join("\n"))?.text.split("\n") ?? [];
    expect(text).toContain("2026-01-01 10:00:00 ERROR no disk");
    expect(text).toContain("2026-01-01 10:00:00 INFO step 103");
    expect(text).not.toContain("2026-01-01 10:00:00 INFO step 104");
    expect(text.filter((line) => line.startsWith("WARN"))).toEqual(["WARN slow 1"]);
    expect([text[0], text.at(-1)]).toEqual([log[0], log.at(-1)]);
  });
  test("fewer than 50 lines, and prose, are not a log", () => {
    expect(crushLog(log.slice(0, 49).join("\n"))).toBeNull();
    expect(crushLog(Array.from({ length: 80 }, () => "a line of a poem").join("\n"))).toBeNull();
  });
  test("a diff keeps changes with two lines around them", () => {
    const hunk = ["@@ -1,30 +1,31 @@", ...Array.from({ length: 60 }, (_, i) => ` same ${i}`)].with(30, "+added");
    const text = crushDiff(["diff --git a/x b/x", "--- a/x", "+++ b/x", ...hunk].join("\n"))?.text ?? "";
    expect(text.split("\n").filter((line) => line.startsWith(" same"))).toEqual([
      " same 27",
      " same 28",
      " same 30",
      " same 31",
    ]);
    expect(text).toContain("+added");
  });
  test("search results: five per file, including the last", () => {
    const found = Array.from({ length: 40 }, (_, i) => `src/${i < 30 ? "a" : "b"}.ts:${i}: hit`).join("\n");
    const lines = crushSearch(found)?.text.split("\n") ?? [];
    expect(lines.filter((line) => line.startsWith("src/a.ts"))).toHaveLength(5);
    expect(lines).toContain("src/a.ts:29: hit");
  });
  test("prose: half of the sentences, repeats dropped first; also in Chinese", () => {
    const sentences = Array.from({ length: 10 }, (_, i) => `The module ${i} reads the file and returns the path.`);
    expect(crushText(sentences.join(" "))).toMatchObject({ kept: 5, total: 10 });
    expect(crushText("我们决定使用数据库。".repeat(8))).toMatchObject({ kept: 1, total: 8 });
    expect(crushText("One. Two.")).toBeNull();
  });
});

test("removes binary and base64 content, keeps terminal colours and plain text", () => {
  const base64 = "QUJD".repeat(200);
  expect(withoutBinary(`before data:image/png;base64,${base64} after`)).toBe(
    "before [base64 left out: 822 characters] after",
  );
  expect(withoutBinary("\u0000\u0001\u0002".repeat(200))).toBe("[binary content left out: 600 characters]");
  const coloured = "\u001b[31mred\u001b[0m text\n".repeat(60);
  expect(withoutBinary(coloured)).toBe(coloured);
});

test("essay-rules: a large text leaves its address, with errors for coding and ideas for writing", () => {
  const lines = Array.from({ length: 80 }, (_, at) => `paragraph ${at} says nothing in particular`);
  const text = [...lines, "Error: no such column", "An idea: begin with the storm", ...lines].join("\n");
  const conversation = drawConversation("user: go\nassistant: call 1 read notes.md\ntool: result 1 x\nuser: now");
  const messages = conversation.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) =>
      part.type === "tool-result" ? { ...part, output: [{ type: "text" as const, text }] } : part,
    ),
  }));
  const left = (profile: string) => {
    const recipe = { id: "essay-rules", params: { profile, keepNewest: 0 } };
    const { conversation } = checkStrategy(recipe, { tools: [], messages }, testEnvironment());
    return conversation.messages[2]?.parts.map(partText).join("") ?? "";
  };
  expect(left("coding")).toMatch(
    /^\[Read again from notes\.md where it is needed\]\n(?!.*idea).*Error: no such column/s,
  );
  expect(left("writing")).toMatch(/^\[Read again from notes\.md where it is needed\]\n(?!.*Error).*An idea/s);
});
