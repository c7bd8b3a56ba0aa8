import fs from "node:fs";
import * as z from "zod";
import type { Fault } from "./faults";

/** What caught a fault: a test, the type check or the build. */
const caught = z.object({
  suite: z.enum(["vitest", "types", "build", "browser", "long"]),
  file: z.string(),
  title: z.string(),
});
export type Caught = z.infer<typeof caught>;

/** From the cheapest to the costliest; all but the last are part of `npm test`. */
export const STAGES = ["near", "far", "types", "browser", "long"] as const;
export type StageName = (typeof STAGES)[number];
/** `by` null: none of the stages tried (`past`) caught it. */
const tried = z.object({ by: caught.nullable(), past: z.array(z.enum(STAGES)), date: z.string() });
const results = z.record(z.string(), tried);
/** By the fault's place. */
export type FaultResults = z.infer<typeof results>;

const FILE = "bench/results/faults.json";
export const placeOf = ({ file, line }: Fault): string => `${file}:${line}`;

export const readFaultResults = (): FaultResults =>
  fs.existsSync(FILE) ? results.parse(JSON.parse(fs.readFileSync(FILE, "utf8"))) : {};

/** Stores what a stage found for a fault, with the cheaper stages that did not catch it. */
export function keepFaultResult(fault: Fault, stage: StageName, by: Caught | null): void {
  const all = readFaultResults();
  const place = placeOf(fault);
  const earlier = (all[place]?.past ?? []).filter((past) => STAGES.indexOf(past) < STAGES.indexOf(stage));
  const past = by ? earlier : [...earlier, stage];
  all[place] = { by, past, date: new Date().toISOString().slice(0, 10) };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b, "en")));
  fs.writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** The table of docs/testing.md. */
export function renderFaults(faults: readonly Fault[], found: FaultResults): string {
  const rows = faults.map((fault) => {
    const cells = [`\`${placeOf(fault)}\``, fault.seen, cellOf(found[placeOf(fault)])];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  const head = ["| place | what a user would see | caught by |", "| --- | --- | --- |"];
  return [...head, ...rows].join("\n");
}

function cellOf(result: z.infer<typeof tried> | undefined): string {
  if (result === undefined) return "not tried";
  if (result.by === null) {
    const left = STAGES.filter((stage) => !result.past.includes(stage));
    return left.length === 0 ? "**nothing**" : `nothing so far; not tried: ${left.join(", ")}`;
  }
  const { suite, file } = result.by;
  if (suite === "types") return "the type check";
  if (suite === "build") return "the build";
  const where = suite === "long" ? " (`test:long`)" : suite === "browser" ? " (browser)" : "";
  // Without a link, because what caught a fault earlier may no longer exist.
  return `\`${file}\`${where}`;
}

export const FAULTS_PAGE = "docs/testing.md";
const BEGIN = "<!-- Written by `scripts/try-guards.ts --faults`: begin -->";
const END = "<!-- Written by `scripts/try-guards.ts --faults`: end -->";

/** The page with the table replaced. */
export function withFaults(page: string, table: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`${FAULTS_PAGE} has lost the marks around its table`);
  return `${page.slice(0, from + BEGIN.length)}\n\n${table}\n\n${page.slice(to)}`;
}
