import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { describeWhere } from "@/tests/support/describe-where";
import { countsOf, type Json } from "@/tests/support/real-file";
import { describeShared } from "@/tests/support/shared";
import { diskFile } from "@/tests/support/transcript-file";

/** Python's own ZIP reader, to verify ours. */
const SCRIPT =
  "import json,sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);" +
  "print(json.dumps({n:json.loads(z.read(n)) for n in z.namelist() if n.startswith('samples/') or n=='header.json'}))";

function readWithPython(archive: string): Record<string, Json> | null {
  try {
    return JSON.parse(execFileSync("python3", ["-c", SCRIPT, archive], { maxBuffer: 1 << 28, encoding: "utf8" }));
  } catch {
    return null;
  }
}

describeShared("transcripts/inspect/scout-theory-of-mind.eval", (archive) => {
  const files = readWithPython(archive);
  describeWhere(files !== null, "python3 to read the archive a second way", "beside Python's reader", () => {
    test("a session per sample, with the usage of the header's totals", async () => {
      const nameless = { ...diskFile(archive), name: "unknown" };
      const { "header.json": header, ...rest } = files as Record<string, Json>;
      const samples = Object.values(rest);
      const calls = samples.flatMap(({ events }) => events.filter(({ event }: Json) => event === "model"));
      const usage = header.stats.model_usage["openai/gpt-4o-mini"];
      const resolve = (sample: Json, text: string) => sample.attachments[text.replace("attachment://", "")] ?? text;
      const length = (sample: Json, messages: readonly Json[]) =>
        messages.reduce((sum, { content }) => sum + resolve(sample, content).length, 0);
      const graded = (sample: Json) => sample.events.findLast(({ event }: Json) => event === "model");
      await checkImporter([nameless], "inspect");
      const { sessions, rows } = await mustImport([nameless]);
      expect(countsOf(sessions)).toMatchObject({
        sessions: samples.length,
        responses: calls.length,
        messages: samples.reduce((sum, { messages }) => sum + messages.length + 2, 0),
        text: samples.reduce((sum, sample) => {
          const { input, output } = graded(sample);
          return sum + length(sample, sample.messages) + length(sample, [...input, output.choices[0].message]);
        }, 0),
        usage: { uncached: usage.input_tokens, read: 0, output: usage.output_tokens, reasoning: 0 },
      });
      expect(rows.bad).toBe(0);
    });
  });
});
