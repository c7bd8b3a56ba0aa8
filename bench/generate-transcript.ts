import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { parseArgs } from "node:util";
import { exampleRows } from "../lib/example/generate-example";

/**
 * Writes a made-up Claude Code transcript of about N megabytes, row by row in bounded memory:
 * `node scripts/run-ts.mjs bench/generate-transcript.ts --megabytes 100 --out /tmp/big.jsonl [--seed 1]`
 */
const { values } = parseArgs({
  options: {
    megabytes: { type: "string", default: "100" },
    out: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
if (!values.out) throw new Error("--out <file> is required");
await writeTranscript(values.out, Number(values.megabytes) * 1_000_000, Number(values.seed));

async function writeTranscript(path: string, bytes: number, seed: number): Promise<void> {
  const file = createWriteStream(path);
  let written = 0;
  let rows = 0;
  for (const row of exampleRows({ seed, rounds: Number.POSITIVE_INFINITY })) {
    const line = Buffer.from(`${JSON.stringify(row)}\n`);
    written += line.byteLength;
    rows += 1;
    if (!file.write(line)) await once(file, "drain");
    if (written >= bytes) break;
  }
  file.end();
  await finished(file);
  console.log(
    `${path}: ${rows} rows, ${written} bytes, peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
  );
}
