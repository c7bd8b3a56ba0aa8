import { expect, test } from "vitest";
import { partText } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import type { Compression } from "@/lib/strategies/grammar/compression";
import { drawConversation } from "@/tests/support/draw-conversation";
import { rememberingStore, testEnvironment } from "@/tests/support/strategy-environment";

/** Large outputs, each put aside soon after it arrived. */
const history = (turns: number) =>
  drawConversation(
    Array.from({ length: turns }, (_, turn) => {
      const output = Array.from({ length: 60 }, (__, line) => `row ${line} of table ${turn}: ${turn * 7919 + line}`);
      return `${turn === 0 ? "user: go\n" : ""}assistant: call ${turn} bash make t${turn}\ntool: result ${turn} ${output.join("\\n")}`;
    }).join("\n"),
  );
const store = rememberingStore();
const cut = (turns: number, window: number) => {
  const budget = { window, reserve: 0 };
  const recipe = { id: "winnow", params: { keepNewest: 1, batch: 1 } };
  return compressConversation(history(turns), recipe, testEnvironment({ budget, store }));
};
const noteOf = ({ conversation }: Compression) =>
  conversation.messages
    .flatMap(({ parts }) => parts.map(partText))
    .filter((text) => text.startsWith("[Context note: artifacts]"))
    .join("\n");
const listed = (note: string) => note.match(/^- out_[0-9a-f]+: .+$/gm) ?? [];

test("a reference dropped with its exchange is in the note, is kept, and reads back what was put aside", () => {
  const result = cut(250, 12_000);
  const note = noteOf(result);
  expect(note).toContain("still to be read with get_tool_output:");
  const lines = listed(note);
  expect(lines.length).toBeGreaterThan(0);
  const kept = new Set(result.references.map(({ id }) => id));
  const shown = result.conversation.messages.flatMap(({ parts }) => parts.map(partText)).join("\n");
  for (const line of lines) {
    const id = line.slice(2, line.indexOf(":"));
    expect(kept.has(id)).toBe(true);
    expect(store.contents.get(id)).toMatch(/^row 0 of table \d+: /);
    expect(shown).not.toContain(`put aside as ${id}`);
    expect(line).toMatch(/: bash output, 60 lines$/);
  }
});

test("the list is short, and says how many older references it omits", () => {
  const lines = listed(noteOf(cut(400, 12_000)));
  const [, left] = /^- \((\d+) older references left out\)$/m.exec(noteOf(cut(400, 12_000))) ?? [];
  expect(Number(left)).toBeGreaterThan(0);
  expect(testEnvironment().count(lines.join("\n"))).toBeLessThanOrEqual(0.005 * 12_000);
});

test("each later run continues the previous list", () => {
  const once = cut(250, 12_000);
  const before = listed(noteOf(once));
  const grown = {
    ...once.conversation,
    messages: [...once.conversation.messages, ...history(400).messages.slice(501)],
  };
  const budget = { window: 12_000, reserve: 0 };
  const again = compressConversation(
    grown,
    { id: "winnow", params: { keepNewest: 1, batch: 1 } },
    testEnvironment({ budget, store }),
  );
  const after = noteOf(again);
  const [, left] = /^- \((\d+) older references left out\)$/m.exec(after) ?? [];
  expect(listed(after).length + Number(left ?? 0)).toBeGreaterThan(before.length);
});
