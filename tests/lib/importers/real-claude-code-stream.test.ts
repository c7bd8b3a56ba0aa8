import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { cacheWritten, sumKnown } from "@/lib/transcript/usage";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { describeShared } from "@/tests/support/shared";
import { diskFile } from "@/tests/support/transcript-file";

// biome-ignore lint/suspicious/noExplicitAny: an independent reading trusts nothing of ours, types included
type Row = any;

describeShared("transcripts/claude-code-stream", (folder) => {
  describe.each(readdirSync(folder))("%s", (name) => {
    const file = path.join(folder, name);
    test("input and cache add up to the result row; output is unknown rather than wrong", async () => {
      const rows: Row[] = readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.trim())
        .map((line) => JSON.parse(line));
      const result = rows.find((row) => row.type === "result").usage;
      const answers = rows.filter((row) => row.type === "assistant");
      const blocks = rows.flatMap((row) => row.message?.content ?? []);
      const imported = await mustImport([diskFile(file)]);
      const [session] = imported.sessions;
      const usages = session?.responses.flatMap(({ usage }) => usage ?? []) ?? [];
      expect(imported.rows).toMatchObject({ read: rows.length, kept: 0, bad: 0 });
      expect(session?.responses.length).toBe(new Set(answers.map((row) => row.message.id)).size);
      expect([
        sumKnown(usages.map((usage) => usage.uncachedInput)),
        sumKnown(usages.map(cacheWritten)),
        sumKnown(usages.map((usage) => usage.cacheRead)),
      ]).toEqual([result.input_tokens, result.cache_creation_input_tokens, result.cache_read_input_tokens]);
      const rowOutput = new Map(answers.map((row) => [row.message.id, row.message.usage.output_tokens]));
      const isFinal = [...rowOutput.values()].reduce((sum, count) => sum + count, 0) === result.output_tokens;
      expect(isFinal).toBe(false);
      expect(usages.map((usage) => usage.output)).toEqual([...rowOutput].map(() => null));
      expect(
        imported.issues.map(({ code, message }) => [code, message.includes(`${result.output_tokens} tokens`)]),
      ).toEqual([["output-only-as-sum", true]]);
      expect(session?.messages.flatMap(({ parts }) => parts).length).toBe(blocks.length);
      expect(session?.tools.map(({ name }) => name)).toEqual(rows[0].tools);
      await checkImporter([diskFile(file)], "claude-code-stream");
    });
  });
});
