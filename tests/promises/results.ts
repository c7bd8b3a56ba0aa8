import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { describeMachine, FIGURES } from "../support/record-figure";
import { PROMISES } from "./promises";

/** The result of a test file's last run. */
const run = z.object({ passed: z.int(), failed: z.int(), skipped: z.int(), date: z.string(), machine: z.string() });
export type TestRun = z.infer<typeof run>;
/** What happened when a guard was removed (scripts/try-guards.ts). */
const tried = z.object({ guard: z.string(), fails: z.array(z.string()), date: z.string() });
export type TriedGuard = z.infer<typeof tried>;

export const RUNS_FILE = path.join(FIGURES, "tests.json");
export const GUARDS_FILE = path.join(FIGURES, "guards.json");

const read = (file: string): unknown => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : undefined);

/** By file below the project; empty before the first long run. */
export const readRuns = (): Record<string, TestRun> => z.record(z.string(), run).parse(read(RUNS_FILE) ?? {});
export const readTriedGuards = (): TriedGuard[] => z.array(tried).parse(read(GUARDS_FILE) ?? []);

const counts = run.pick({ passed: true, failed: true, skipped: true });

/** Stores the results of a run's files that check a promise. Files that did not run keep their earlier results. */
export function keepRuns(given: unknown): void {
  const known = new Set(PROMISES.flatMap(({ tests }) => tests.map((file) => `tests/${file}`)));
  const date = new Date().toISOString().slice(0, 10);
  const machine = describeMachine();
  const kept = Object.entries(readRuns()).filter(([file]) => known.has(file));
  const ended = Object.entries(z.record(z.string(), counts).parse(given)).filter(([file]) => known.has(file));
  const all = {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(ended.map(([file, of]) => [file, { ...of, date, machine }])),
  };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b, "en")));
  fs.mkdirSync(FIGURES, { recursive: true });
  fs.writeFileSync(RUNS_FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}
