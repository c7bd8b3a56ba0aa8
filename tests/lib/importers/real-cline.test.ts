import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { tally } from "@/tests/support/real-samples";
import { describeShared } from "@/tests/support/shared";
import { diskFile } from "@/tests/support/transcript-file";

// biome-ignore lint/suspicious/noExplicitAny: an independent reading trusts nothing of ours, types included
type Row = any;
const read = (location: string): Row => JSON.parse(readFileSync(location, "utf8"));

describeShared("transcripts/roo-code/ac8aa7b4", (task) => {
  const history = path.join(task, "api_conversation_history.json");
  const log = path.join(task, "ui_messages.json");
  const metadata = path.join(task, "task_metadata.json");

  /** Roo's OpenAI-style requests include cached tokens in tokensIn; its Anthropic ones do not. */
  function windowSums() {
    const rows: Row[] = read(log);
    const requests: Row[] = rows.filter((row) => row.say === "api_req_started").map((row) => JSON.parse(row.text));
    const sum = (value: (request: Row) => number) => requests.reduce((total, request) => total + value(request), 0);
    return {
      withUsage: requests.length,
      uncachedInput: sum((r) => (r.apiProtocol === "openai" ? r.tokensIn - r.cacheReads - r.cacheWrites : r.tokensIn)),
      cacheWrite: sum((r) => r.cacheWrites),
      cacheRead: sum((r) => r.cacheReads),
      output: sum((r) => r.tokensOut),
    };
  }

  const historyTexts = (): string[] =>
    read(history).flatMap(({ content }: Row) =>
      typeof content === "string" ? [content] : content.map((block: Row) => block.text),
    );

  test("a real Roo Code task: both files together", async () => {
    const files = [history, log, metadata].map(diskFile);
    await checkImporter(files, "cline");
    const { sessions, rows, issues } = await mustImport(files);
    const [session] = sessions;
    if (!session) throw new Error("no session");
    const reasoning = read(log).filter((row: Row) => row.say === "reasoning").length;
    expect(tally(session)).toMatchObject({ ...windowSums(), reasoning });
    expect(rows).toMatchObject({ read: read(history).length + read(log).length + 1, bad: 0 });
    const ours = new Set(
      session.messages.flatMap(({ parts }) => parts.map((part) => (part.type === "text" ? part.text : ""))),
    );
    expect(historyTexts().filter((text) => !ours.has(text))).toEqual([]);
    expect(session.events.filter((event) => event.type === "compaction")).toMatchObject([{ tokensBefore: 151_255 }]);
    const cancelled = read(log).filter((row: Row) => /"cancelReason":"user_cancelled"/.test(row.text ?? "")).length;
    expect(session.events.filter((event) => event.type === "interruption").length).toBe(cancelled);
    expect(issues).toEqual([]);
  });

  test("its window's log by itself has the same usage", async () => {
    const file = diskFile(log);
    await checkImporter([file], "cline");
    const { sessions, rows } = await mustImport([file]);
    const reasoning = read(log).filter((row: Row) => row.say === "reasoning").length;
    expect(sessions.map(tally)).toMatchObject([{ ...windowSums(), responses: 59, reasoning }]);
    expect(rows).toMatchObject({ read: read(log).length, bad: 0 });
  });

  test("its history by itself has the same text and no usage", async () => {
    const file = diskFile(history);
    await checkImporter([file], "cline");
    const { sessions } = await mustImport([file]);
    const answers = read(history).filter((row: Row) => row.role === "assistant" && !row.isSummary).length;
    const textLength = historyTexts().reduce((sum, text) => sum + text.length, 0);
    expect(sessions.map(tally)).toMatchObject([{ responses: answers, withUsage: 0, output: null, textLength }]);
  });
});

describeShared("transcripts/cline/clinesdk-session", (folder) => {
  const sdk = path.join(folder, "session.messages.json");
  const record = path.join(folder, "session.json");

  test("a real Cline sdk session", async () => {
    const files = [sdk, record].map(diskFile);
    await checkImporter(files, "cline-sdk");
    const { sessions, rows, issues } = await mustImport(files);
    const { messages } = read(sdk) as { messages: Row[] };
    const answers = messages.filter((message) => message.role === "assistant").map((message) => message.metrics);
    const sum = (key: string) => answers.reduce((total: number, metrics: Row) => total + metrics[key], 0);
    const blocks = messages.flatMap((message) => message.content);
    const ofType = (type: string) => blocks.filter((block: Row) => block.type === type).length;
    expect(sessions.map(tally)).toMatchObject([
      {
        responses: answers.length,
        uncachedInput: sum("inputTokens") - sum("cacheReadTokens") - sum("cacheWriteTokens"),
        cacheRead: sum("cacheReadTokens"),
        output: sum("outputTokens"),
        calls: ofType("tool_use"),
        results: ofType("tool_result"),
        opaque: 0,
      },
    ]);
    const outputs = sessions.flatMap(({ messages }) =>
      messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "tool-result" ? part.output : []))),
    );
    expect(new Set(outputs.map(({ type }) => type))).toEqual(new Set(["text"]));
    expect(rows).toMatchObject({ read: messages.length + 1, interpreted: messages.length + 1 });
    expect(issues).toEqual([]);
    // The input includes cached tokens: each read equals the entire previous prompt, give or take two tokens.
    const reads = answers
      .slice(1)
      .filter((metrics: Row, index) => Math.abs(metrics.cacheReadTokens - answers[index].inputTokens) <= 2);
    expect(reads.length).toBeGreaterThan(answers.length / 2);
  });
});
