import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { promptTokens, sumKnown } from "@/lib/transcript/usage";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { describeShared } from "@/tests/support/shared";
import { diskFile } from "@/tests/support/transcript-file";

// biome-ignore lint/suspicious/noExplicitAny: an independent reading trusts nothing of ours, types included
type Row = any;

describeShared("transcripts/qwen-code", (folder) => {
  describe.each(readdirSync(folder))("%s", (name) => {
    const file = path.join(folder, name);
    test("agrees with an independent reading; telemetry is not counted twice", async () => {
      const rows: Row[] = readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.trim())
        .map((line) => JSON.parse(line));
      const answers = rows.filter((row) => row.type === "assistant");
      const sum = (read: (usage: Row) => number) => answers.reduce((total, row) => total + read(row.usageMetadata), 0);
      const parts = rows.flatMap((row) => row.message?.parts ?? []);
      const imported = await mustImport([diskFile(file)]);
      const [session] = imported.sessions;
      const ours = session?.messages.flatMap((message) => message.parts) ?? [];
      const usages = session?.responses.flatMap(({ usage }) => usage ?? []) ?? [];
      expect(imported.rows).toMatchObject({ read: rows.length, bad: 0 });
      expect(imported.rows.kept).toBe(rows.filter((row) => row.type === "system").length);
      expect(session?.responses.length).toBe(answers.length);
      expect([
        sumKnown(usages.map(promptTokens)),
        sumKnown(usages.map((usage) => usage.cacheRead)),
        sumKnown(usages.map((usage) => usage.output)),
      ]).toEqual([
        sum((usage) => usage.promptTokenCount),
        sum((usage) => usage.cachedContentTokenCount),
        sum((usage) => usage.candidatesTokenCount + usage.thoughtsTokenCount),
      ]);
      expect(ours.filter((part) => part.type === "tool-call").length).toBe(
        parts.filter((part) => part.functionCall).length,
      );
      expect(ours.filter((part) => part.type === "tool-result").length).toBe(
        parts.filter((part) => part.functionResponse).length,
      );
      expect(ours.flatMap((part) => (part.type === "text" ? part.text : []))).toEqual(
        parts.flatMap((part) => part.text ?? []),
      );
      await checkImporter([diskFile(file)], "qwen-code");
    });
  });
});
