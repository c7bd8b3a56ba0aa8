/**
 * Constants of the default strategy, as late cuts and as policies over whole sessions, on two halves of the sessions in the
 * folders: those on which they were chosen, and the others.
 *
 *     node scripts/run-ts.mjs bench/evaluation/default-search.ts [cuts per session = 10] FOLDER [FOLDER …]
 *
 * A setting is "on" a frontier if none of the presets that stand on one (`ALTERNATIVES`) gains and keeps as much. Costs are
 * shares of the log's, with what was lost and used again fetched again.
 */
import { replayEnvironments } from "@/lib/library/replay-environments";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { replayPolicy } from "@/lib/replay/replay-policy";
import type { PreparedReplay, ReplayTotals } from "@/lib/replay/replay-types";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import { loadSharedSessions, type SharedSession } from "@/tests/support/shared-transcripts";
import { percent, printTable } from "../accuracy/print-table";
import { measureCuts } from "./measure-cuts";
import { isDominated } from "./pareto";
import { halfOf } from "./session-halves";
import { type Contender, strategy } from "./strategy-rows";
import { type Row, summarise, tradeoffs } from "./summarise-points";

const FEWEST_REQUESTS = 30;
/** The presets that stand on a frontier where 15 to 60 % are saved. */
const ALTERNATIVES = [
  "anthropic-clear-tool-uses",
  "centagent-externalise",
  "cline-agentic",
  "cline-basic",
  "essay-rules",
  "gemini-compress",
  "langchain-clear-tools",
  "letta-sliding",
  "openhands-attention",
  "openhands-masking",
  "openhands-sdk",
  "pi",
  "sliding-turns",
  "supercompact-eitf",
  "swe-agent-last-n",
  "task-boundary",
];

type Setting = { readonly name: string; readonly params: Readonly<Record<string, number>> };

/** Trigger and floor in tokens; 0: cut only what does not fit the window. */
const CUTS = [
  [0, 60_000],
  [120_000, 60_000],
  [100_000, 60_000],
  [80_000, 50_000],
  [60_000, 40_000],
] as const;
const SETTINGS: readonly Setting[] = [0.2, 0.3].flatMap((excerpt) =>
  [3, 5].flatMap((keepNewest) =>
    CUTS.map(([trigger, floor]) => ({
      name: `excerpt ${excerpt}, newest ${keepNewest}, ${trigger === 0 ? "no trigger" : `${trigger / 1000}k to ${floor / 1000}k`}`,
      params: { excerpt, keepNewest, trigger, floor },
    })),
  ),
);

type Priced = { readonly file: string; readonly prepared: PreparedReplay; readonly log: ReplayTotals };

/** Sessions whose log says what was read from the cache, and has prices. */
function pricedSessions(sessions: readonly SharedSession[]): Priced[] {
  return sessions.flatMap(({ file, session }) => {
    const analysis = analyzeSession(session, loadVocabulary);
    const { environmentOf } = replayEnvironments(analysis, "main", WORKER_SURROUNDINGS);
    const prepared = prepareReplay(analysis, { environmentOf });
    const log = replayPolicy(prepared, { kind: "logged", id: "logged" }).totals;
    return log.cost === null || log.readShare === null ? [] : [{ file, prepared, log }];
  });
}

type Bill = { cost: number; fetches: number; lost: number; logCost: number; logLost: number; requests: number };

function billOf(sessions: readonly Priced[], { params }: Setting): Bill {
  const bill: Bill = { cost: 0, fetches: 0, lost: 0, logCost: 0, logLost: 0, requests: 0 };
  for (const { prepared, log } of sessions) {
    const { totals } = replayPolicy(prepared, { kind: "recipe", id: "winnow", recipe: { id: "winnow", params } });
    bill.cost += totals.cost ?? 0;
    bill.fetches += totals.fetchCost ?? 0;
    bill.lost += totals.lostFactsUsed;
    bill.logCost += log.cost ?? 0;
    bill.logLost += log.lostFactsUsed;
    bill.requests += log.requests;
  }
  return bill;
}

/** The trade-offs by which the place of a setting is told: what is gained, what is kept, and the letter for it. */
const FRONTIERS = [
  ["saved", "verbatim", "v"],
  ["saved", "rareWords", "r"],
  ["net", "recall", "f"],
] as const;

function placesOf(row: Row, others: readonly Row[]): string {
  return FRONTIERS.map(([gain, kept, letter]) => {
    const all = tradeoffs([row, ...others], gain, kept);
    return isDominated(all[0] as (typeof all)[number], all) ? "–" : letter;
  }).join("");
}

const per100 = (facts: number, { requests }: Bill) => ((100 * facts) / requests).toFixed(1);

function rowOf(row: Row, others: readonly Row[], bill: Bill | null): string[] {
  const shares = [row.saved, row.verbatim, row.rareWords, row.recall, row.net].map((share) => percent(share));
  if (bill === null) return [row.name, ...shares, placesOf(row, others), "–", "–", "–"];
  const { cost, fetches, logCost, lost, logLost } = bill;
  const costs = [percent(cost / logCost), percent((cost + fetches) / logCost)];
  return [row.name, ...shares, placesOf(row, others), ...costs, `${per100(lost, bill)} (${per100(logLost, bill)})`];
}

const HEAD = [
  "setting",
  "saved",
  "verbatim",
  "rare words",
  "needed recall",
  "net",
  "on the frontiers of verbatim, rare words, facts by net",
  "cost",
  "with fetches",
  "lost facts used per 100 requests (log)",
];

const [first = "", ...rest] = process.argv.slice(2);
const isCount = /^\d+$/.test(first);
const [cuts, folders] = isCount ? [Number(first), rest] : [10, [first, ...rest]];
const sessions: SharedSession[] = [];
const chosenOn = new Set<string>();
for (const folder of folders) {
  const long = (await loadSharedSessions(folder)).filter(
    ({ session }) => session.responses.filter(({ agent }) => agent === "main").length >= FEWEST_REQUESTS,
  );
  const files = [...new Set(long.map(({ file }) => file))];
  for (const file of files) if (halfOf(file, files) === "tuned on") chosenOn.add(file);
  sessions.push(...long);
}
const contenders: readonly Contender[] = [
  ...SETTINGS.map(({ name, params }) => strategy(name, { id: "winnow", params })),
  ...ALTERNATIVES.map((id) => strategy(id, id)),
];
const measured = measureCuts(sessions, contenders, cuts);
const priced = pricedSessions(sessions);
for (const isChosenOn of [true, false]) {
  const passes = (file: string) => chosenOn.has(file) === isChosenOn;
  const rows = summarise(measured, contenders, passes);
  const others = rows.filter(({ name }) => ALTERNATIVES.includes(name));
  const own = priced.filter(({ file }) => passes(file));
  printTable(
    `${isChosenOn ? "Chosen on" : "Held out"}: ${measured.sessions.filter(({ name }) => passes(name)).length} sessions, ${own.length} of them priced`,
    HEAD,
    rows.map((row) => {
      const setting = SETTINGS.find(({ name }) => name === row.name);
      return rowOf(row, others, setting ? billOf(own, setting) : null);
    }),
  );
}
