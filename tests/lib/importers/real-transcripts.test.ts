import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findViolations } from "@/lib/conversation/invariants";
import { CODECS } from "@/lib/formats";
import { contextAt } from "@/lib/transcript/context-at";
import { cacheWritten, sumKnown } from "@/lib/transcript/usage";
import { checkSession, mustImport } from "@/tests/support/check-importer";
import { describeShared } from "@/tests/support/shared";
import { diskFile } from "@/tests/support/transcript-file";

/** Each session with the files of its sub-agents. */
function sessionsIn(folder: string): string[][] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const files = entries.flatMap((entry) => (entry.name.endsWith(".jsonl") ? [path.join(folder, entry.name)] : []));
  const agents = files.filter((file) => path.basename(file).startsWith("agent-"));
  const here = files.filter((file) => !agents.includes(file)).map((file) => [file, ...agents]);
  return [
    ...here,
    ...entries.flatMap((entry) => (entry.isDirectory() ? sessionsIn(path.join(folder, entry.name)) : [])),
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: an independent reading trusts nothing of ours, types included
type Row = any;

/** A file's facts, read without our code: rows once per uuid, responses once per message id, last usage. */
function readIndependently(files: readonly string[]) {
  const rows = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line.trim())
      .map((line): Row => JSON.parse(line)),
  );
  const messages = rows.flatMap((row) => {
    const inner = row.type === "progress" && row.data?.type === "agent_progress" ? row.data.message : row;
    return inner?.type === "user" || inner?.type === "assistant" ? [inner] : [];
  });
  const unique = [...new Map(messages.map((row) => [row.uuid, row])).values()];
  const blocks = unique.flatMap((row) => (Array.isArray(row.message.content) ? row.message.content : []));
  const answers = unique.filter((row) => row.type === "assistant" && row.message.model !== "<synthetic>");
  const logged = [...new Map(answers.map((row) => [row.message.id, row.message.usage])).values()];
  const last = lastAnswers(rows, logged);
  const usages = [...logged, ...last.map((result) => result.usage)];
  const sum = (values: Row[], key: string) => values.reduce((total, usage) => total + (usage[key] ?? 0), 0);
  const KEYS = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"] as const;
  return {
    rows: rows.length,
    responses: usages.length,
    sums: KEYS.map((key) => sum(usages, key)),
    naiveSums: KEYS.map((key) =>
      sum(
        answers.map((row) => row.message.usage),
        key,
      ),
    ),
    calls: new Set(blocks.filter((block) => block.type === "tool_use").map((block) => block.id)).size,
    results: blocks.filter((block) => block.type === "tool_result").length,
    errors: blocks.filter((block) => block.type === "tool_result" && block.is_error === true).length,
    summaries: unique.filter((row) => row.isCompactSummary).length,
    text: [...unique.map((row) => row.message.content), ...last.map((result) => result.content)].reduce(
      (total, content) => total + textLength(content),
      0,
    ),
  };
}

/** Answers that end a sub-agent. Progress rows omit them, but their calls' results contain them. */
function lastAnswers(rows: readonly Row[], logged: readonly Row[]): Row[] {
  const inProgress = new Set(rows.flatMap((row) => (row.data?.type === "agent_progress" ? [row.data.agentId] : [])));
  const promptOf = (usage: Row) =>
    [usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens].join();
  const known = new Set(logged.map(promptOf));
  return rows
    .map((row) => row.toolUseResult)
    .filter((result) => inProgress.has(result?.agentId) && result.usage && !known.has(promptOf(result.usage)));
}

const textLength = (content: Row): number =>
  typeof content === "string"
    ? content.length
    : content.reduce((sum: number, block: Row) => sum + (block.type === "text" ? block.text.length : 0), 0);

async function readOurs(files: readonly string[]) {
  const { sessions, rows, issues } = await mustImport(files.map(diskFile));
  const [session] = sessions;
  if (!session) throw new Error("no session");
  const parts = session.messages.flatMap((message) => message.parts);
  const usages = session.responses.flatMap((response) => response.usage ?? []);
  const sum = (read: (usage: (typeof usages)[number]) => number | null) => sumKnown(usages.map(read)) ?? 0;
  const results = parts.filter((part) => part.type === "tool-result");
  const counts = {
    rows: rows.read,
    responses: session.responses.length,
    sums: [
      sum((usage) => usage.uncachedInput),
      sum(cacheWritten),
      sum((usage) => usage.cacheRead),
      sum((usage) => usage.output),
    ],
    calls: parts.filter((part) => part.type === "tool-call").length,
    results: results.length,
    errors: results.filter((part) => part.isError).length,
    summaries: session.events.filter((event) => event.type === "compaction").length,
    text: parts.reduce((total, part) => total + (part.type === "text" ? part.text.length : 0), 0),
  };
  return { session, counts, rows, issues };
}

describeShared("transcripts/claude-code", (folder) => {
  const groups = sessionsIn(folder).map((files) => [path.relative(folder, files[0] as string), files] as const);

  test.each(groups)("%s", async (_, files) => {
    const { naiveSums, ...independent } = readIndependently(files);
    const { session, counts, rows, issues } = await readOurs(files);
    expect(counts).toEqual(independent);
    checkSession(session);
    expect(rows.read).toBe(rows.interpreted + rows.kept);
    expect(issues).toEqual([]);
    expect(naiveSums[2]).toBeGreaterThan(independent.sums[2] as number);
    expect(session.agents.filter((agent) => agent.kind === "sub-agent" && !agent.title)).toEqual([]);
  });

  test.each(groups)("%s: every tenth request's prompt is a valid body of every format", async (_, files) => {
    const { session } = await readOurs(files);
    for (let index = session.responses.length - 1; index >= 0; index -= 10) {
      const context = contextAt(session, index);
      expect(findViolations(context)).toEqual([]);
      for (const codec of CODECS) expect(codec.validate(codec.encode(context)), `${codec.id} at ${index}`).toEqual([]);
    }
  });
});
