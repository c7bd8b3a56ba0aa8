import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { countsOf, describeReal, type Json } from "@/tests/support/real-file";

describeReal("../transcripts-2/cursor/agent-transcript.jsonl", (real) => {
  test("text, prompts and answers match a plain reading", async () => {
    await checkImporter([real.nameless], "cursor-transcript");
    const { sessions, rows, issues } = await mustImport([real.nameless]);
    const lines: Json[] = real
      .text()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
    const texts = lines.flatMap((line) => line.message.content.map((block: Json) => block.text as string));
    const assistants = lines.filter((line) => line.role === "assistant").length;
    const counts = countsOf(sessions);
    expect(counts).toMatchObject({ sessions: 1, messages: lines.length, responses: assistants, calls: 0, results: 0 });
    expect(counts.text).toBe(texts.reduce((sum, text) => sum + text.length, 0));
    expect(counts.usage).toEqual({ uncached: null, written: null, read: null, output: null, reasoning: null });
    expect(rows).toMatchObject({ read: 56, interpreted: 56, bad: 0 });
    expect(issues).toEqual([]);
    expect(sessions[0]?.messages.filter(({ origin }) => origin === "typed")).toHaveLength(5);
    const [, query] = /<user_query>([\s\S]*?)<\/user_query>/.exec(texts[0] ?? "") ?? [];
    expect(sessions[0]?.title).toBe(query?.trim());
  });
});
