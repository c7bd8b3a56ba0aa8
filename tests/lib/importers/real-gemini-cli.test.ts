import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { findViolations } from "@/lib/conversation/invariants";
import { CODECS } from "@/lib/formats";
import { contextAt } from "@/lib/transcript/context-at";
import { promptTokens, sumKnown } from "@/lib/transcript/usage";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { describeShared } from "@/tests/support/shared";
import { diskFile } from "@/tests/support/transcript-file";

// biome-ignore lint/suspicious/noExplicitAny: an independent reading trusts nothing of ours, types included
type Row = any;

/** A session file's facts, read without our code. */
function readIndependently(file: string) {
  const messages: Row[] = JSON.parse(readFileSync(file, "utf8")).messages;
  const answers = messages.filter((message) => message.type === "gemini");
  const calls = answers.flatMap((message) => message.toolCalls ?? []);
  const sum = (read: (tokens: Row) => number) => answers.reduce((total, { tokens }) => total + read(tokens), 0);
  return {
    rows: messages.length,
    responses: answers.length,
    unreported: answers.filter(({ tokens }) => tokens.total === 0).length,
    prompts: messages.filter((message) => message.type === "user").length,
    sums: [
      sum((tokens) => tokens.input),
      sum((tokens) => tokens.cached),
      sum((tokens) => tokens.output + tokens.thoughts),
      sum((tokens) => tokens.thoughts),
      sum((tokens) => tokens.total),
    ],
    calls: calls.map((call) => call.id),
    results: calls
      .map((call) => call.result[0].functionResponse.response)
      .map((response) => response.output ?? response.error),
    thoughts: answers.flatMap((message) => message.thoughts ?? []).length,
    text: messages.reduce((total, message) => total + message.content.length, 0),
  };
}

async function readOurs(file: string) {
  const { sessions, rows } = await mustImport([diskFile(file)]);
  const [session] = sessions;
  if (!session) throw new Error("no session");
  const parts = session.messages.flatMap((message) => message.parts);
  const usages = session.responses.flatMap((response) => response.usage ?? []);
  const prompt = sumKnown(usages.map(promptTokens));
  const output = sumKnown(usages.map((usage) => usage.output));
  const counts = {
    rows: rows.read,
    responses: session.responses.length,
    unreported: session.responses.filter((response) => response.usage === null).length,
    prompts: session.messages.filter((message) => message.origin === "typed").length,
    sums: [
      prompt,
      sumKnown(usages.map((usage) => usage.cacheRead)),
      output,
      sumKnown(usages.map((usage) => usage.reasoning)),
      sumKnown([prompt, output]),
    ],
    calls: parts.flatMap((part) => (part.type === "tool-call" ? part.toolCallId : [])),
    results: parts.flatMap((part) =>
      part.type === "tool-result"
        ? [part.output.map((block) => (block.type === "text" ? block.text : "?")).join("")]
        : [],
    ),
    thoughts: parts.filter((part) => part.type === "reasoning").length,
    text: parts.reduce((total, part) => total + (part.type === "text" ? part.text.length : 0), 0),
  };
  return { session, counts };
}

describeShared("transcripts/gemini-cli", (folder) => {
  describe.each(readdirSync(folder))("%s", (name) => {
    const file = path.join(folder, name);
    test("agrees with an independent reading; input, output and thoughts add up to the totals", async () => {
      const { counts } = await readOurs(file);
      expect(counts).toEqual(readIndependently(file));
      await checkImporter([diskFile(file)], "gemini-cli");
    });

    test("every request's prompt is a valid body of every format", async () => {
      const { session } = await readOurs(file);
      for (const index of session.responses.keys()) {
        const context = contextAt(session, index);
        expect(findViolations(context)).toEqual([]);
        for (const codec of CODECS)
          expect(codec.validate(codec.encode(context)), `${codec.id} at ${index}`).toEqual([]);
      }
    });
  });
});
