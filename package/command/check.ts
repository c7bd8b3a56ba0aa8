import fs from "node:fs";
import * as z from "zod";
import { sayingOf } from "@/lib/evaluation/sample-size";
import { type CheckVerdict, checkFigures, checkVerdict, MEASURES, type Measure } from "@/lib/library/session-check";
import { type Exceeded, exceededLimits, type LimitKind, type SessionLimits } from "@/lib/library/session-limits";
import type { Analysis } from "@/lib/pipeline/analyze-session";
import { comparableOf } from "@/lib/read-models/comparable";
import { compactionPlaces } from "@/lib/replay/compaction-loss";
import { countedOnce } from "@/lib/transcript/copies";
import { receiptOfAnalysis } from "@/lib/view-models/receipt/receipt-of-analysis";
import { replay } from "../entries/index";
import { print, printJson, progress, Refusal } from "./output";
import { loadAnalyses } from "./sources";
import { spendOfOne } from "./spend";

export type CheckOptions = {
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly tolerance: string;
  readonly minReadShare?: string;
  readonly maxCostPerTask?: string;
  readonly maxPeakFill?: string;
  readonly maxLostFacts?: string;
  readonly maxSessionCost?: string;
  readonly maxUncalledServer?: string;
  readonly maxMissedFacts?: string;
  readonly json?: boolean;
};

const baselineFile = z.object({
  read_share: z.number().nullable().optional(),
  cost_per_task: z.number().nullable().optional(),
  peak_fill: z.number().nullable().optional(),
  lost_facts: z.number().optional(),
});

type ExceededBy = Exceeded & { readonly session: string };

/** Measures the sessions, compares them with the baseline and the limits, and exits with 1 if a figure is worse. */
export async function check(sources: readonly string[], options: CheckOptions): Promise<void> {
  const limits = limitsOf(options);
  const sessionLimits = sessionLimitsOf(options);
  const hasLimits = Object.keys({ ...limits, ...sessionLimits }).length > 0;
  const tolerance = share(options.tolerance, "--tolerance");
  if (!options.baseline && !options.writeBaseline && !hasLimits)
    throw new Refusal(
      "nothing to check against: give --baseline, a limit such as --max-peak-fill 0.9, or --write-baseline",
      2,
    );
  const baseline = options.baseline ? readBaseline(options.baseline) : undefined;
  const all = [];
  for (const source of sources)
    for (const analysis of await loadAnalyses(source)) {
      progress(`checking ${analysis.session.id} …`);
      if (!analysis.requests.some(({ agent }) => agent === "main")) continue;
      all.push({
        session: analysis.session,
        replay: await replay(analysis, { policies: [] }),
        exceeded: exceededBy(analysis, sessionLimits),
        comparable: comparableOf(analysis),
      });
    }
  const checked = countedOnce(all, ({ comparable }) => comparable);
  const exceeded = checked.flatMap((one) => one.exceeded);
  if (checked.length < all.length) progress(`${all.length - checked.length} copies are not counted again`);
  if (checked.length === 0) throw new Refusal("no session with requests was found");
  const figures = checkFigures(checked);
  if (options.writeBaseline) {
    fs.writeFileSync(options.writeBaseline, `${JSON.stringify(figures, null, 2)}\n`);
    progress(`wrote ${options.writeBaseline}`);
  }
  const verdict = checkVerdict(figures, { tolerance, limits, ...(baseline && { baseline }) });
  const answer = { ...verdict, ok: verdict.ok && exceeded.length === 0, exceeded };
  if (options.json) printJson(answer);
  else print(markdown(answer));
  if (!answer.ok) process.exitCode = 1;
}

/** Computes spend and receipts only if a limit needs them, because they take longest. */
function exceededBy(analysis: Analysis, limits: SessionLimits): ExceededBy[] {
  const needsSpend = limits.sessionCost !== undefined || limits.uncalledServer !== undefined;
  const places = limits.missedFacts === undefined ? [] : compactionPlaces(analysis.session, "main");
  const compactions = places.map((place, index) => (place ? receiptOfAnalysis(analysis, "main", index) : null));
  const found = exceededLimits(needsSpend ? spendOfOne(analysis) : null, compactions, limits);
  return found.map((each) => ({ ...each, session: analysis.session.id }));
}

function readBaseline(file: string) {
  let text: string;
  try {
    text = fs.readFileSync(file, "utf8");
  } catch {
    throw new Refusal(`there is no baseline ${file}; write one with --write-baseline ${file}`, 2);
  }
  const parsed = baselineFile.safeParse(jsonOf(text));
  if (!parsed.success) throw new Refusal(`${file} is not a baseline of winnow check`, 2);
  return Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function limitsOf(options: CheckOptions): Partial<Record<Measure, number>> {
  const given = {
    read_share: options.minReadShare && share(options.minReadShare, "--min-read-share"),
    cost_per_task: options.maxCostPerTask && amount(options.maxCostPerTask, "--max-cost-per-task"),
    peak_fill: options.maxPeakFill && share(options.maxPeakFill, "--max-peak-fill"),
    lost_facts: options.maxLostFacts && amount(options.maxLostFacts, "--max-lost-facts"),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === "number"));
}

/** Options for the limits of a single session. */
export type LimitOptions = Pick<CheckOptions, "maxSessionCost" | "maxUncalledServer" | "maxMissedFacts">;

export function sessionLimitsOf({ maxSessionCost, maxUncalledServer, maxMissedFacts }: LimitOptions): SessionLimits {
  return {
    ...(maxSessionCost && { sessionCost: amount(maxSessionCost, "--max-session-cost") }),
    ...(maxUncalledServer && { uncalledServer: share(maxUncalledServer, "--max-uncalled-server") }),
    ...(maxMissedFacts && { missedFacts: amount(maxMissedFacts, "--max-missed-facts") }),
  };
}

function amount(text: string, option: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value >= 0) return value;
  throw new Refusal(`${option} ${text} is not a number`, 2);
}

/** `0.9` or `90%`. */
const share = (text: string, option: string): number =>
  text.endsWith("%") ? amount(text.slice(0, -1), option) / 100 : amount(text, option);

const TITLES: Readonly<Record<Measure, string>> = {
  read_share: "read from the cache",
  cost_per_task: "cost per task, USD",
  peak_fill: "peak fill of the window",
  lost_facts: "lost facts per 100 requests",
};

const EXCEEDED: Readonly<Record<LimitKind, (what: string) => string>> = {
  "session-cost": () => "cost, USD",
  "uncalled-server": (server) => `share of the prompts for tools of ${server}, never called`,
  "missed-facts": (number) => `facts that compaction ${number} removed and the agent used later`,
};

/** Names come from logs and must not break the Markdown table. */
const cell = (text: string): string => text.replaceAll(/[|\r\n]/g, " ");

const count = (value: number, unit: string): string => `${value} ${unit}${value === 1 ? "" : "s"}`;

const isTooFew = (sessions: number): boolean => sayingOf({ sessions }) === "nothing";

function markdown({ ok, figures, lines, exceeded }: CheckVerdict & { exceeded: readonly ExceededBy[] }): string {
  const number = (value: number | null, none = "–") => (value === null ? none : String(Math.round(value * 1e4) / 1e4));
  const rows = MEASURES.flatMap((measure) => lines.filter((line) => line.measure === measure)).map(
    (line) =>
      `| ${TITLES[line.measure]} | ${number(line.value)} | ${number(line.baseline)} | ${number(line.limit)} | ${line.limit === null ? "–" : line.ok ? "ok" : "**worse**"} |`,
  );
  return [
    `## Winnow check: ${ok ? "passed" : "failed"}`,
    "",
    `${count(figures.sessions, "session")}, ${count(figures.requests, "request")}.${isTooFew(figures.sessions) ? " Too few sessions to tell a change from chance." : ""}`,
    "",
    "| figure | now | baseline | limit | |",
    "| --- | ---: | ---: | ---: | --- |",
    ...rows,
    ...(exceeded.length === 0 ? [] : ["", "| session | over its limit | now | limit |", "| --- | --- | ---: | ---: |"]),
    ...exceeded.map(
      ({ session, kind, what, value, limit }) =>
        `| ${cell(session)} | ${EXCEEDED[kind](cell(what))} | ${number(value, "not in the log")} | ${number(limit)} |`,
    ),
  ].join("\n");
}
