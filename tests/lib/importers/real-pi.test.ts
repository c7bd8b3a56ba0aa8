import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { tally } from "@/tests/support/real-samples";
import { describeShared } from "@/tests/support/shared";
import { diskFile } from "@/tests/support/transcript-file";

// biome-ignore lint/suspicious/noExplicitAny: an independent reading trusts nothing of ours, types included
type Row = any;

function readIndependently(file: string) {
  const rows: Row[] = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const messages = rows.filter((row) => row.type === "message").map((row) => row.message);
  const answers = messages.filter((message) => message.role === "assistant");
  const paid = answers.filter(({ usage }) => usage.input + usage.output + usage.cacheRead + usage.cacheWrite > 0);
  const blocks = messages.flatMap((message) => message.content);
  const sum = (key: string) => answers.reduce((total: number, answer: Row) => total + answer.usage[key], 0);
  const ofType = (type: string) => blocks.filter((block: Row) => block.type === type);
  const results = messages.filter((message) => message.role === "toolResult");
  return {
    messages: messages.filter((message) => message.content.length > 0).length,
    responses: paid.length,
    withUsage: paid.length,
    uncachedInput: sum("input"),
    cacheWrite: sum("cacheWrite"),
    cacheRead: sum("cacheRead"),
    output: sum("output"),
    calls: ofType("toolCall").length,
    results: results.length,
    errors: results.filter((result) => result.isError).length,
    reasoning: ofType("thinking").length,
    files: 0,
    opaque: 0,
    textLength: messages
      .filter((message) => message.role !== "toolResult")
      .flatMap((message) => message.content)
      .reduce((total: number, block: Row) => total + (block.type === "text" ? block.text.length : 0), 0),
  };
}

describeShared("transcripts/pi/large-session.jsonl", (location) => {
  test("a real pi session: counts and usage match an independent reading", async () => {
    const file = diskFile(location);
    await checkImporter([file], "pi");
    const { sessions, rows, issues } = await mustImport([file]);
    expect(sessions.map(tally)).toEqual([readIndependently(location)]);
    expect(rows).toMatchObject({ read: 1019, bad: 0 });
    expect(issues).toEqual([]);
  });
});
