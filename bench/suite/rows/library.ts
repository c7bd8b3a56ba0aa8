import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startProductionServer } from "@/tests/support/production-server";
import { barsOf, type Contender, clockMs, ratioOf, takeTurns } from "../rounds";
import type { Options, Row, RowFigures } from "../row";
import { median } from "../statistics";

const SESSIONS = 10_000;
const MAX_MS = 150;
const HEALTH = "health check";
/** The measured actions in a library, each with its query. */
const QUESTIONS = {
  "the first page": "",
  "sorted by cost": "sort=cost",
  "with a cache break": "has=break",
  "a search for two words": "q=retry12%20stale12",
} as const;

export const largeLibrary: Row = {
  id: "library",
  title: `A library of ${SESSIONS.toLocaleString("en")} sessions`,
  what:
    "The elapsed time in which a production server answers the queries of the library's table, for a generated library whose texts are all indexed. Compared " +
    "with the server's smallest answer. [bench/results/browser.md](../bench/results/browser.md) measures what a person waits for in the browser.",
  isQuick: false,
  measure,
};

async function measure({ rounds }: Options): Promise<RowFigures> {
  const directory = mkdtempSync(path.join(tmpdir(), "winnow-bench-"));
  const make = ["scripts/run-ts.mjs", "bench/browser/make-library.ts", String(SESSIONS)];
  const environment = { ...process.env, WINNOW_DATA_DIR: directory, WINNOW_DISCOVERY_HOME: directory };
  try {
    const made = spawnSync(process.execPath, make, { env: environment, stdio: ["ignore", "ignore", "inherit"] });
    if (made.status !== 0) throw new Error("the library could not be made");
    const { origin, stop } = await startProductionServer(environment);
    try {
      return await figuresOf(origin, rounds);
    } finally {
      await stop();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function figuresOf(origin: string, rounds: number): Promise<RowFigures> {
  const ask = (name: string, isOurs: boolean, address: string): Contender => ({
    name,
    isOurs,
    measure: () => clockMs(async () => (await fetch(address)).text()),
  });
  const contenders = [
    ...Object.entries(QUESTIONS).map(([name, query]) => ask(name, true, `${origin}/api/library/sessions?${query}`)),
    ask(HEALTH, false, `${origin}/api/health`),
  ];
  const times = await takeTurns(contenders, rounds);
  const of = (name: string) => median(times.get(name) ?? []);
  const names = Object.keys(QUESTIONS);
  const slowest = names.reduce((worst, name) => (of(name) > of(worst) ? name : worst), names[0] as string);
  return {
    unit: "ms",
    bars: barsOf(contenders, times),
    ratios: names.map((name) => ratioOf(`library/${name}`, times, name, HEALTH)),
    aims: names.map((name) => ({
      meaning: name,
      value: of(name),
      most: MAX_MS,
      unit: "ms",
      whyMissed: "The search reads an index of all texts and then the places of what it finds.",
    })),
    limit: {
      what: "The same server's answer to a health check.",
      distance: `The slowest question, ${slowest}, takes ${(of(slowest) / of(HEALTH)).toFixed(0)} × that.`,
    },
    skipped: [],
  };
}
