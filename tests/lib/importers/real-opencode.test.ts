import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { tally } from "@/tests/support/real-samples";
import { describeShared } from "@/tests/support/shared";
import { diskFile } from "@/tests/support/transcript-file";

// biome-ignore lint/suspicious/noExplicitAny: an independent reading trusts nothing of ours, types included
type Row = any;

function readIndependently(file: string) {
  const text = readFileSync(file, "utf8");
  const { messages } = JSON.parse(text.slice(text.indexOf("\n"))) as Row;
  const parts: Row[] = messages.flatMap((message: Row) => message.parts);
  const answers = messages.map((message: Row) => message.info).filter((info: Row) => info.role === "assistant");
  const paid = answers.filter(({ tokens }: Row) => (tokens.total ?? 0) > 0);
  const sum = (read: (tokens: Row) => number) =>
    paid.reduce((total: number, { tokens }: Row) => total + read(tokens), 0);
  const tools = parts.filter((part) => part.type === "tool");
  const ended = tools.filter(({ state }) => state.status === "completed" || state.status === "error");
  const ofType = (type: string) => parts.filter((part) => part.type === type);
  const hasContent = ({ parts }: Row) =>
    parts.some((part: Row) => ["text", "reasoning", "tool", "file"].includes(part.type));
  const hasResult = ({ parts }: Row) =>
    parts.some((part: Row) => part.type === "tool" && ["completed", "error"].includes(part.state.status));
  return {
    messages: messages.filter(hasContent).length + messages.filter(hasResult).length,
    responses: messages.filter((message: Row) => message.info.role === "assistant" && hasContent(message)).length,
    withUsage: paid.length,
    uncachedInput: sum((tokens) => tokens.input),
    // Written as 0 in every message: the provider reported no cache.
    cacheWrite: sum((tokens) => tokens.cache.write) || null,
    cacheRead: sum((tokens) => tokens.cache.read) || null,
    output: sum((tokens) => tokens.output + tokens.reasoning),
    calls: tools.length,
    results: ended.length,
    // A command with a non-zero exit code failed, although its call completed.
    errors: tools.filter(({ state }) => state.status === "error" || (state.metadata?.exit ?? 0) !== 0).length,
    reasoning: ofType("reasoning").length,
    files: ofType("file").length,
    opaque: 0,
    textLength: ofType("text").reduce((total, part) => total + part.text.length, 0),
    rows: 1 + messages.length + parts.length,
  };
}

describeShared("transcripts/opencode/klan1-export-2compact.json", (location) => {
  test("a real OpenCode export: counts and usage match an independent reading", async () => {
    const file = diskFile(location);
    await checkImporter([file], "opencode");
    const { sessions, rows, issues } = await mustImport([file]);
    expect(sessions.map((session) => ({ ...tally(session), rows: rows.read }))).toEqual([readIndependently(location)]);
    expect(rows.bad).toBe(0);
    expect(sessions[0]?.events.map((event) => event.type)).toEqual(
      expect.arrayContaining(["compaction", "compaction"]),
    );
    // The session has its own totals; a difference from the sum of its messages would be reported.
    expect(issues).toEqual([]);
  });
});
