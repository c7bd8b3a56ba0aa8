import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { countsOf, describeReal, type Json } from "@/tests/support/real-file";

const NAME = "inspect/scout-theory-of-mind.eval";
const LOCATION = path.resolve("../shared/transcripts", NAME);

/** Python's own reader of ZIP archives: a second opinion on ours. */
const SCRIPT =
  "import json,sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);" +
  "print(json.dumps({n:json.loads(z.read(n)) for n in z.namelist() if n.startswith('samples/') or n=='header.json'}))";

function readWithPython(): Record<string, Json> | null {
  try {
    return JSON.parse(execFileSync("python3", ["-c", SCRIPT, LOCATION], { maxBuffer: 1 << 28, encoding: "utf8" }));
  } catch {
    console.error("skipped: no python3 to read the archive a second way");
    return null;
  }
}

describeReal(NAME, ({ nameless }) => {
  const files = existsSync(LOCATION) ? readWithPython() : null;
  test.skipIf(files === null)("a session a sample, usage as the header's totals say", async () => {
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
