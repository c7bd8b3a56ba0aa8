import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { PROMISES } from "@/tests/promises/promises";

/** A test's measurement, as stored in bench/results/reliability and printed in docs/reliability.md. */
export type Figure = {
  readonly promise: string;
  /** What was measured, in a few words; the file's name consists of the promise and this. */
  readonly what: string;
  readonly figure: string;
  /** `full` under `npm run test:long -- --full`, otherwise `short`. */
  readonly form: "short" | "full";
  readonly date: string;
  readonly machine: string;
};

export const FIGURES = "bench/results/reliability";
/** `npm run test:long -- --full`: the specification's numbers, instead of a few minutes in total. */
export const isFull: boolean = process.env.WINNOW_LONG === "full";

/** Processor, cores and memory; never a host name. */
export function describeMachine(): string {
  const [cpu] = os.cpus();
  const model =
    cpu?.model
      .replace(/\(R\)|\(TM\)|CPU|Processor/g, "")
      .replace(/\s+/g, " ")
      .trim() || "unknown processor";
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return `${os.cpus().length} × ${model}, ${memory} GB, ${os.type()}, Node ${process.versions.node}`;
}

/**
 * Stores a test's measurement for docs/reliability.md. Only `npm run test:long` writes (WINNOW_RECORD); a short run
 * never replaces a full run's figure.
 */
export function recordFigure(promise: string, what: string, figure: string): void {
  if (!PROMISES.some(({ id }) => id === promise)) throw new Error(`there is no promise ${promise}`);
  if (process.env.WINNOW_RECORD !== "1") return;
  const file = path.join(FIGURES, `${promise}-${what.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.json`);
  const form = isFull ? "full" : "short";
  if (form === "short" && readFigure(file)?.form === "full") return;
  const kept: Figure = {
    promise,
    what,
    figure,
    form,
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
  };
  fs.mkdirSync(FIGURES, { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
}

const readFigure = (file: string): Figure | null =>
  fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, "utf8")) as Figure) : null;

export function readFigures(): Figure[] {
  if (!fs.existsSync(FIGURES)) return [];
  const names = fs
    .readdirSync(FIGURES)
    .filter((name) => name.endsWith(".json") && name !== "tests.json" && name !== "guards.json");
  return names.sort().flatMap((name) => readFigure(path.join(FIGURES, name)) ?? []);
}
