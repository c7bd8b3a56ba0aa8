import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { findViolations } from "@/lib/conversation/invariants";
import { CODECS } from "@/lib/formats";
import { contextAt } from "@/lib/transcript/context-at";
import { promptTokens, sumKnown } from "@/lib/transcript/usage";
import { checkImporter, checkSession, mustImport } from "@/tests/support/check-importer";
import { diskFile } from "@/tests/support/transcript-file";

const FOLDER = path.resolve("../shared/transcripts/codex");

// biome-ignore lint/suspicious/noExplicitAny: an independent reading trusts nothing of ours, types included
type Row = any;

/** What a rollout says, read without any code of ours. The bill is the last running total. */
function readIndependently(file: string) {
  const rows: Row[] = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line));
  const items = rows.flatMap((row) => (row.type === "response_item" ? [row.payload] : []));
  const counts = rows.flatMap((row) =>
    row.payload?.type === "token_count" && row.payload.info ? [row.payload.info] : [],
  );
  const totals = counts.map((info) => info.total_token_usage);
  const distinct = new Set(totals.map((total) => total.total_tokens));
  const final = totals.at(-1);
  const compacted = rows.filter((row) => row.type === "compacted");
  const instructions = rows[0].payload.base_instructions?.text ?? rows[0].payload.instructions ?? "";
  const replaced = compacted.flatMap((row) => row.payload.replacement_history);
  const texts = [...items, ...replaced].filter((item) => item.type === "message");
  return {
    rows: rows.length,
    responses: distinct.size,
    sums: [final.input_tokens, final.cached_input_tokens, final.output_tokens, final.reasoning_output_tokens],
    naiveInput: counts.reduce((sum, info) => sum + info.last_token_usage.input_tokens, 0),
    calls: items.filter((item) => /^(function|custom_tool)_call$/.test(item.type)).length,
    results: items.filter((item) => /_call_output$/.test(item.type)).length,
    thoughts: items.filter((item) => item.type === "reasoning").length,
    searches: items.filter((item) => item.type === "web_search_call").length,
    compactions: compacted.length,
    prompts: rows.filter((row) => row.payload?.type === "user_message").length,
    text:
      texts.flatMap((item) => item.content).reduce((sum, part) => sum + (part.text?.length ?? 0), 0) +
      instructions.length * (1 + compacted.length),
  };
}

async function readOurs(file: string) {
  const { sessions, rows, issues } = await mustImport([diskFile(file)]);
  const [session] = sessions;
  if (!session) throw new Error("no session");
  const parts = session.messages.flatMap((message) => message.parts);
  const usages = session.responses.flatMap((response) => response.usage ?? []);
  const count = (type: string) => parts.filter((part) => part.type === type).length;
  const counts = {
    rows: rows.read,
    responses: session.responses.length,
    sums: [
      sumKnown(usages.map(promptTokens)),
      sumKnown(usages.map((usage) => usage.cacheRead)),
      sumKnown(usages.map((usage) => usage.output)),
      sumKnown(usages.map((usage) => usage.reasoning)),
    ],
    calls: count("tool-call"),
    results: count("tool-result"),
    thoughts: count("reasoning"),
    searches: session.messages
      .filter((message) => message.origin === "model")
      .flatMap(({ parts }) => parts)
      .filter((part) => part.type === "opaque").length,
    compactions: session.events.filter((event) => event.type === "compaction").length,
    prompts: session.messages.filter((message) => message.origin === "typed").length,
    text: parts.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0),
  };
  return { session, counts, rows, issues };
}

const files = existsSync(FOLDER) ? readdirSync(FOLDER).map((name) => path.join(FOLDER, name)) : [];
if (files.length === 0) console.error("skipped: no shared Codex transcripts on this machine");

const cases = files.length > 0 ? files : ["no file"];
describe.skipIf(files.length === 0).each(cases.map((file) => [path.basename(file), file]))("%s", (_, file) => {
  test("agrees with an independent reading; the sum of usage is the final total", async () => {
    const { naiveInput, ...independent } = readIndependently(file as string);
    const { session, counts, rows, issues } = await readOurs(file as string);
    expect(counts).toEqual(independent);
    expect(naiveInput).toBeGreaterThan(1.9 * (independent.sums[0] as number));
    checkSession(session);
    expect(rows.bad).toBe(0);
    expect(issues).toEqual([]);
    expect(session.responses.filter(({ model, startedAt }) => model === null || startedAt === undefined)).toEqual([]);
    await checkImporter([diskFile(file as string)], "codex");
  });

  test("what every tenth request sent is a valid body of every format", async () => {
    const { session } = await readOurs(file as string);
    for (let index = session.responses.length - 1; index >= 0; index -= 10) {
      const context = contextAt(session, index);
      expect(findViolations(context)).toEqual([]);
      for (const codec of CODECS) expect(codec.validate(codec.encode(context)), `${codec.id} at ${index}`).toEqual([]);
    }
  });
});
