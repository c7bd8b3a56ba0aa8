import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { promptTokens, sumKnown } from "@/lib/transcript/usage";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile } from "@/tests/support/transcript-file";

const FOLDER = path.resolve("../shared/transcripts/qwen-code");
const files = existsSync(FOLDER) ? readdirSync(FOLDER).map((name) => path.join(FOLDER, name)) : [];
if (files.length === 0) console.error("skipped: no shared Qwen Code sessions on this machine");

// biome-ignore lint/suspicious/noExplicitAny: an independent reading trusts nothing of ours, types included
type Row = any;

const cases = files.length > 0 ? files : ["no file"];
describe.skipIf(files.length === 0).each(cases.map((file) => [path.basename(file), file]))("%s", (_, file) => {
  test("agrees with an independent reading; telemetry is not counted again", async () => {
    const rows: Row[] = readFileSync(file as string, "utf8")
      .split("\n")
      .filter((line) => line.trim())
      .map((line) => JSON.parse(line));
    const answers = rows.filter((row) => row.type === "assistant");
    const sum = (read: (usage: Row) => number) => answers.reduce((total, row) => total + read(row.usageMetadata), 0);
    const parts = rows.flatMap((row) => row.message?.parts ?? []);
    const imported = await mustImport([diskFile(file as string)]);
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
    await checkImporter([diskFile(file as string)], "qwen-code");
  });
});
