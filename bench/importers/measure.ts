/**
 * How fast each line format is imported, and with how much memory. Each import runs in a separate process, on generated
 * files.
 *
 *     node scripts/run-ts.mjs bench/importers/measure.ts [--formats codex,pi] [--sizes 10,50,100] [--runs 3]
 */
import { spawnSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { printTable } from "../accuracy/print-table";
import { importInChild, type Measured } from "./import-child";
import { LINE_FORMATS } from "./line-formats";
import { writeTranscript } from "./write-transcript";

const { values } = parseArgs({
  options: {
    child: { type: "string" },
    formats: { type: "string", default: [...Object.keys(LINE_FORMATS), "winnow"].join(",") },
    sizes: { type: "string", default: "10,50,100" },
    runs: { type: "string", default: "3" },
  },
});
if (values.child) console.log(JSON.stringify(await importInChild(values.child)));
else await measureAll(values.formats.split(","), values.sizes.split(",").map(Number), Number(values.runs));

async function measureAll(formats: readonly string[], sizes: readonly number[], runs: number) {
  const folder = mkdtempSync(path.join(tmpdir(), "winnow-bench-"));
  try {
    const speed: (string | number)[][] = [];
    const memory: (string | number)[][] = [];
    for (const format of formats) {
      const measured = await measureFormat(format, sizes, runs, path.join(folder, format));
      speed.push(speedRow(format, measured.at(-1) ?? []));
      memory.push(memoryRow(format, measured));
      console.error(format, JSON.stringify(measured));
    }
    printTable("Speed", ["format", "rows", "sessions", "messages", "MB/s of clock", "MB/s of processor"], speed);
    printTable(
      "Memory",
      ["format", ...sizes.map((size) => `peak at ${size} MB`), "held at the end", "per byte of file", "peak above it"],
      memory,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Measures speed with the largest file. Smaller files are prefixes of it and only show whether memory grows. */
async function measureFormat(format: string, sizes: readonly number[], runs: number, place: string) {
  await writeTranscript(format, place, Math.max(...sizes) * 1e6, 1);
  const measured: Measured[][] = [];
  for (const size of [...sizes].sort((a, b) => b - a)) {
    const isLargest = measured.length === 0;
    if (!isLargest) cutAt(place, size * 1e6);
    measured.unshift(Array.from({ length: isLargest ? runs : 1 }, () => inChild(place)));
  }
  rmSync(place);
  return measured;
}

/** Shortens a file to complete lines. */
function cutAt(place: string, bytes: number) {
  const file = openSync(place, "r+");
  const tail = Buffer.alloc(Math.min(bytes, 8_000_000));
  readSync(file, tail, 0, tail.length, bytes - tail.length);
  ftruncateSync(file, bytes - tail.length + tail.lastIndexOf(10) + 1);
  closeSync(file);
}

function inChild(place: string): Measured {
  const { stdout, stderr, status } = spawnSync(process.execPath, [process.argv[1] as string, "--child", place], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Measured;
}

function speedRow(format: string, runs: readonly Measured[]) {
  const [{ rows, sessions, messages, bytes }] = runs as [Measured];
  const rate = (read: (run: Measured) => number) => (bytes / 1e6 / median(runs.map(read))).toFixed(1);
  return [
    format,
    rows,
    sessions,
    messages,
    rate(({ seconds }) => seconds),
    rate(({ processorSeconds }) => processorSeconds),
  ];
}

function memoryRow(format: string, sizes: readonly (readonly Measured[])[]) {
  const last = sizes.at(-1) ?? [];
  const peaks = sizes.map((runs) => median(runs.map(({ peak }) => peak)));
  const held = median(last.map(({ held }) => held));
  const above = median(last.map(({ peak, before, held }) => peak - before - held));
  const perByte = (held / (last[0]?.bytes ?? 1)).toFixed(2);
  return [format, ...peaks.map(inMegabytes), inMegabytes(held), perByte, inMegabytes(above)];
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
