/**
 * Speed of Winnow's token counters compared with tiktoken and gpt-tokenizer, with two threads, and on inputs for which many
 * counters take quadratic time.
 * Run: node bench/tokens/run.mjs [folder with text files]     Prints the Markdown of bench/results/tokens.md.
 * Without a folder the text is ../shared/transcripts when that exists, else this repository's own source.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const folder = mkdtempSync(join(tmpdir(), "winnow-bench-"));
try {
  const outfile = join(folder, "measure.mjs");
  buildSync({
    entryPoints: [join(root, "bench/tokens/measure.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["gpt-tokenizer", "tiktoken"],
    alias: { "@": root },
    logLevel: "warning",
  });
  const { status } = spawnSync(process.execPath, ["--expose-gc", outfile, root, ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
