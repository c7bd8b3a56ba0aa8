import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { findViolations } from "@/lib/conversation/invariants";
import { partText } from "@/lib/conversation/part";
import { CODECS } from "@/lib/formats";
import { contextAt } from "@/lib/transcript/context-at";
import { promptTokens } from "@/lib/transcript/usage";
import { checkImporter, checkSession, mustImport } from "@/tests/support/check-importer";
import { describeShared } from "@/tests/support/shared";
import { diskFile } from "@/tests/support/transcript-file";
import { codexCalls, correlation } from "../../../bench/accuracy/independent/codex-calls";

// biome-ignore lint/suspicious/noExplicitAny: an independent reading trusts nothing of ours, types included
type Row = any;

/** A rollout's facts except its calls, read without our code. */
function readIndependently(file: string) {
  const rows: Row[] = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line));
  const items = rows.flatMap((row) => (row.type === "response_item" ? [row.payload] : []));
  const compacted = rows.filter((row) => row.type === "compacted");
  const instructions = rows[0].payload.base_instructions?.text ?? rows[0].payload.instructions ?? "";
  const replaced = compacted.flatMap((row) => row.payload.replacement_history);
  const texts = [...items, ...replaced].filter((item) => item.type === "message");
  return {
    rows: rows.length,
    calls: items.filter((item) => /^(function|custom_tool)_call$/.test(item.type)).length,
    results: items.filter((item) => /_call_output$/.test(item.type)).length,
    thoughts: items.filter((item) => item.type === "reasoning").length,
    searches: items.filter((item) => item.type === "web_search_call").length,
    compactions: compacted.length,
    prompts: promptsIn(rows),
    text: distinctLength([instructions, ...texts.flatMap((item) => item.content).map((part) => part.text ?? "")]),
  };
}

/** A compaction keeps messages, which the log repeats. */
const distinctLength = (texts: readonly string[]) => [...new Set(texts)].reduce((sum, text) => sum + text.length, 0);

/** Typed messages. A review's prompt goes to a separate thread, although its event is here. */
function promptsIn(rows: readonly Row[]): number {
  const types = rows.map(({ payload }) => payload?.type as string);
  const isInReview = (at: number) =>
    types.lastIndexOf("entered_review_mode", at) > types.lastIndexOf("exited_review_mode", at);
  return types.filter((type, at) => type === "user_message" && !isInReview(at)).length;
}

async function readOurs(file: string) {
  const { sessions, rows, issues } = await mustImport([diskFile(file)]);
  const [session] = sessions;
  if (!session) throw new Error("no session");
  const parts = session.messages.flatMap((message) => message.parts);
  const count = (type: string) => parts.filter((part) => part.type === type).length;
  const counts = {
    rows: rows.read,
    calls: count("tool-call"),
    results: count("tool-result"),
    thoughts: count("reasoning"),
    searches: session.messages
      .filter((message) => message.origin === "model")
      .flatMap(({ parts }) => parts)
      .filter((part) => part.type === "opaque").length,
    compactions: session.events.filter((event) => event.type === "compaction").length,
    prompts: session.messages.filter((message) => message.origin === "typed").length,
    text: distinctLength(parts.flatMap((part) => (part.type === "text" ? part.text : []))),
  };
  const calls = session.responses.flatMap(({ usage, limits, messageIndex }) => {
    if (!usage) return [];
    const written = session.messages[messageIndex]?.parts.filter(({ type }) => type === "text" || type === "tool-call");
    return [
      {
        input: promptTokens(usage),
        cached: usage.cacheRead,
        output: usage.output,
        reasoning: usage.reasoning,
        window: limits?.window ?? null,
        written: written?.map(partText).join("").length ?? 0,
      },
    ];
  });
  return { session, counts, calls, rows, issues };
}

/** Calls with output but no report, because the file ends before it. */
const UNREPORTED: Readonly<Record<string, number>> = { "entire-graph-0.144.3.jsonl": 1 };
for (const shared of ["transcripts/codex", "transcripts-2/codex"])
  describeShared(shared, (folder) => {
    describe.each(readdirSync(folder))("%s", (name) => checkFile(name, path.join(folder, name)));
  });

function checkFile(name: string, file: string) {
  test("every call has the usage and window of an independent reading", async () => {
    const { session, calls } = await readOurs(file);
    const theirs = codexCalls(file);
    expect(calls.map(({ written: _, ...call }) => call)).toEqual(theirs.map(({ characters: _, ...call }) => call));
    expect(session.responses.length - calls.length).toBe(UNREPORTED[name] ?? 0);
    const isWhole = !readFileSync(file, "utf8").includes("[REDACTED_ARGUMENTS");
    if (isWhole) expect(calls.map(({ written }) => written)).toEqual(theirs.map(({ characters }) => characters));
  });

  test("output correlates with what was written, from 30 calls", () => {
    const calls = codexCalls(file);
    if (calls.length >= 30) expect(correlation(calls)).toBeGreaterThan(0.9);
  });

  test("everything else agrees with an independent reading too", async () => {
    const { session, counts, rows, issues } = await readOurs(file);
    expect(counts).toEqual(readIndependently(file));
    checkSession(session);
    expect(rows.bad).toBe(0);
    expect(issues).toEqual([]);
    expect(session.responses.filter(({ model, startedAt }) => model === null || startedAt === undefined)).toEqual([]);
    await checkImporter([diskFile(file)], "codex");
  });

  test("every tenth request's prompt is a valid body of every format", async () => {
    const { session } = await readOurs(file);
    for (let index = session.responses.length - 1; index >= 0; index -= 10) {
      const context = contextAt(session, index);
      expect(findViolations(context)).toEqual([]);
      for (const codec of CODECS) expect(codec.validate(codec.encode(context)), `${codec.id} at ${index}`).toEqual([]);
    }
  });
}
