/**
 * Compares a complete import (reading, parsing, counting, analysing, writing the derived files) with only splitting the
 * same bytes into lines for JSON.parse, in the same run. Then imports many small sessions in one file. Each measurement is
 * a separate process; complete imports run in a worker thread with the server's heap limits. Writing database rows is not
 * included.
 *
 *     node scripts/build-worker.mjs
 *     node scripts/run-ts.mjs bench/importers/whole-import.ts [--megabytes 100] [--sessions 5000] [--runs 3]
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { printTable } from "../accuracy/print-table";
import { importWhole, manySessions, parseLines } from "./import-works";
import { writeTranscript } from "./write-transcript";

type Measured = {
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly grownMegabytes: number;
  readonly items: number;
};

const { values } = parseArgs({
  options: {
    child: { type: "string" },
    file: { type: "string" },
    megabytes: { type: "string", default: "100" },
    sessions: { type: "string", default: "5000" },
    runs: { type: "string", default: "3" },
  },
});
if (values.child && values.file) console.log(JSON.stringify(await measure(values.child, values.file)));
else await measureAll(Number(values.megabytes), Number(values.sessions), Number(values.runs));

async function measureAll(megabytes: number, sessions: number, runs: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "winnow-bench-"));
  try {
    const large = path.join(folder, "large.jsonl");
    await writeTranscript("claude-code", large, megabytes * 1e6, 1);
    const many = path.join(folder, "many.json");
    writeFileSync(many, manySessions(sessions));
    const rows = [large, many].flatMap((file) => rowsOf(file, runs));
    printTable(
      "Whole imports",
      ["file", "MB", "work", "s of clock", "s of processor", "grown MB", "per session ms", "× bare"],
      rows,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs both kinds in turn, so that both have the same conditions, and shows medians. */
function rowsOf(file: string, runs: number): (string | number)[][] {
  const bare: Measured[] = [];
  const whole: Measured[] = [];
  for (let run = 0; run < runs; run += 1) {
    bare.push(inChild("bare", file));
    whole.push(inChild("whole", file));
  }
  const ratio = median(whole.map((one, run) => one.processorSeconds / (bare[run] as Measured).processorSeconds));
  const size = (statSync(file).size / 1e6).toFixed(1);
  const row = (work: string, all: readonly Measured[], last: readonly string[]) => [
    path.basename(file),
    size,
    work,
    ...[median(all.map((one) => one.seconds)), median(all.map((one) => one.processorSeconds))].map((s) => s.toFixed(2)),
    Math.round(median(all.map((one) => one.grownMegabytes))),
    ...last,
  ];
  const perSession = median(whole.map((one) => (one.seconds * 1000) / one.items)).toFixed(2);
  return [row("bare", bare, ["", ""]), row("whole", whole, [perSession, ratio.toFixed(1)])];
}

function inChild(kind: string, file: string): Measured {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...process.execArgv, process.argv[1] as string, "--child", kind, "--file", file],
    {
      encoding: "utf8",
    },
  );
  const line = stdout.trim().split("\n").at(-1);
  if (!line) throw new Error(stderr);
  return JSON.parse(line) as Measured;
}

async function measure(kind: string, file: string): Promise<Measured> {
  const before = process.memoryUsage.rss();
  const [start, processor] = [performance.now(), process.cpuUsage()];
  const items = kind === "bare" ? await parseLines(file) : await importWhole(file);
  const { user, system } = process.cpuUsage(processor);
  const grown = process.resourceUsage().maxRSS * 1024 - before;
  return {
    seconds: (performance.now() - start) / 1000,
    processorSeconds: (user + system) / 1e6,
    grownMegabytes: grown / 1e6,
    items,
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
