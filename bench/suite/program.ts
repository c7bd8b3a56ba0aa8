import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** Milliseconds of processor time over all threads, and elapsed milliseconds. */
export type WorkTime = { readonly processor: number; readonly clock: number };

/** A process's times from start to end, and its output. */
export type ProgramTime = WorkTime & { readonly output: string };

const HOOK = pathToFileURL(path.resolve("bench/suite/report-time.mjs")).href;

/** Runs a program of Node to its end. `node` is the executable; throws with the end of its output if it fails. */
export function timeProgram(args: readonly string[], environment: object = {}, node = process.execPath): ProgramTime {
  const file = path.join(tmpdir(), `winnow-time-${process.pid}`);
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(node, ["--import", HOOK, ...args], {
    encoding: "utf8",
    env: { ...process.env, ...environment, BENCH_TIME_FILE: file },
    maxBuffer: 1 << 26,
  });
  const clock = performance.now() - start;
  if (status !== 0) throw new Error(`${args[0]} failed (${status}): ${stderr.slice(-500)}`);
  const processor = Number(readFileSync(file, "utf8"));
  rmSync(file);
  return { processor, clock, output: stdout };
}
