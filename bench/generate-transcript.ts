import { parseArgs } from "node:util";
import { writeTranscript } from "./importers/write-transcript";

/**
 * Writes a generated transcript of about N megabytes in any line format, row by row in bounded memory:
 * `node scripts/run-ts.mjs bench/generate-transcript.ts --megabytes 100 --out /tmp/big.jsonl [--format codex] [--seed 1]`
 */
const { values } = parseArgs({
  options: {
    megabytes: { type: "string", default: "100" },
    format: { type: "string", default: "claude-code" },
    out: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
if (!values.out) throw new Error("--out <file> is required");
const { rows, bytes } = await writeTranscript(
  values.format,
  values.out,
  Number(values.megabytes) * 1e6,
  Number(values.seed),
);
const peak = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(`${values.out}: ${rows} rows, ${bytes} bytes, peak memory ${peak} MB`);
