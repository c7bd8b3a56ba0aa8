/**
 * Prints the advice that the users in the corpus would get, to be read one by one, and checks it on other
 * work:
 *
 * node scripts/run-ts.mjs bench/advice/advices.ts [--count 40] [--seed 31] [--kept FILE]   advice on single sessions of over 100 requests
 * node scripts/run-ts.mjs bench/advice/advices.ts --folds [--kept FILE]                     chosen on four folds, applied to the fifth
 *
 * `--kept` stores the measurements, and `--minutes` limits the time, so that a long run can be split.
 * Measurements made with other measures or another version of `winnow` are repeated.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { type CorpusRow, corpusRows, corpusSession } from "@/bench/corpus-sessions";
import { DEFAULT_FAMILIES, sharedPolicies } from "@/lib/advice/families";
import { type Change, changeOf, pricedAt } from "@/lib/advice/interval";
import { lossRate } from "@/lib/advice/loss-rate";
import { type Outcome, wholeBlock } from "@/lib/advice/outcome";
import type { MeasuredAdvice } from "@/lib/api/answers/advice";
import type { AdviceSummary } from "@/lib/api/schemas/advise";
import { MEASURES_VERSION } from "@/lib/evaluation/measures-version";
import { shuffled } from "@/lib/evaluation/seeded-random";
import { type AdvicePolicies, measureForAdvice, weighAdvice } from "@/lib/library/advise-analysis";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { priceOfLoss } from "@/lib/replay/price-of-loss";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import { winnow } from "@/lib/strategies/presets/winnow";
import { printTable } from "../accuracy/print-table";

const FEWEST_REQUESTS = 100;
const LATEST = 200_000;
const POLICIES = 72;
const PRICES = [0, 0.02, 0.05, 0.2];
/**
 * Advice over several sessions covers only sessions with this window, because one trigger must suit the
 * largest window.
 */
const WINDOW = 200_000;
const OF_FOLD = 10;

const option = (name: string) => process.argv[process.argv.indexOf(name) + 1 || process.argv.length];
const isFolds = process.argv.includes("--folds");
const file = option("--kept");
const until = Date.now() + 60_000 * Number(option("--minutes") ?? Number.POSITIVE_INFINITY);
let left = 0;
type Kept = { readonly id: string; readonly version: string; readonly measured: MeasuredAdvice | null };
const version = `measures ${MEASURES_VERSION}, winnow ${winnow.version}`;
const kept = new Map<string, Kept>();
if (file && existsSync(file))
  for (const line of readFileSync(file, "utf8").trim().split("\n")) {
    const entry = JSON.parse(line) as Kept;
    if (entry.version === version) kept.set(entry.id, entry);
  }

/** A session's measured policies; null if the session cannot be weighed, or no time is left. */
async function measured(row: CorpusRow, policies: AdvicePolicies): Promise<MeasuredAdvice | null> {
  const known = kept.get(row.id);
  if (known) return known.measured;
  if (Date.now() > until) {
    left += 1;
    return null;
  }
  const session = await corpusSession(row);
  const outcome =
    session &&
    measureForAdvice({ id: row.id, analysis: analyzeSession(session, loadVocabulary) }, policies, WORKER_SURROUNDINGS);
  const entry: Kept = { id: row.id, version, measured: outcome?.ok ? outcome.measured : null };
  kept.set(row.id, entry);
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
  return entry.measured;
}

if (isFolds) await printFolds();
else await printSingle();
if (left > 0) console.log(`${left} sessions are left: run it again`);

async function printSingle(): Promise<void> {
  const [count, seed] = [Number(option("--count") ?? 40), Number(option("--seed") ?? 31)];
  const rows = shuffled(
    corpusRows(({ calls }) => calls > FEWEST_REQUESTS),
    seed,
  ).slice(0, count);
  const reasons = new Map<string, number>();
  for (const row of rows) {
    const one = await measured(row, { families: DEFAULT_FAMILIES, latest: 1_000_000, most: POLICIES, prices: PRICES });
    if (!one) continue;
    const summary = weighAdvice({ measured: [one], leftOut: [], price: null, mostLost: null, isStopped: false });
    const { verdict } = summary;
    reasons.set(verdict.reason ?? "advice", (reasons.get(verdict.reason ?? "advice") ?? 0) + 1);
    console.log(
      `\n${row.id} (${row.client} ${row.version}, ${row.repo}, fold ${row.fold}): ${one.session.requests} requests, peak ${one.session.peak_prompt_tokens}, window ${one.session.window}, compacts at ${one.session.compacts_at}`,
    );
    for (const said of sentencesOf(summary)) console.log(`  ${said}`);
  }
  printTable(
    "Advices on single sessions",
    ["verdict", "sessions"],
    [...reasons].map(([reason, sessions]) => [reason, sessions]),
  );
}

function sentencesOf({
  verdict,
  in_client,
  with_winnow,
  price_per_lost_fact: price,
  price_basis: basis,
}: AdviceSummary): string[] {
  return [
    `${verdict.reason ?? "ADVICE"} | ${verdict.policy} | lost ${verdict.lost_per_100} [${verdict.lost_range?.low}, ${verdict.lost_range?.high}] of ${verdict.most_lost_per_100}, log ${verdict.logged_lost_per_100} | $${price.amount} ${basis}`,
    verdict.sentence,
    ...(in_client && in_client.sentence !== verdict.sentence ? [in_client.sentence] : []),
    ...(with_winnow && with_winnow.sentence !== verdict.sentence ? [with_winnow.sentence] : []),
  ];
}

async function printFolds(): Promise<void> {
  const policies = sharedPolicies(DEFAULT_FAMILIES, LATEST);
  const all: { row: CorpusRow; one: MeasuredAdvice }[] = [];
  for (const row of foldRows()) {
    const one = await measured(row, policies);
    if (one && one.session.window === WINDOW) all.push({ row, one });
  }
  const table = [1, 2, 3, 4, 5].map((fold) => {
    const on = all.filter(({ row }) => row.fold !== fold).map(({ one }) => one);
    const left = all.filter(({ row }) => row.fold === fold).map(({ one }) => one);
    return foldRow(fold, on, left);
  });
  printTable(
    "Chosen on four folds, applied to the fifth",
    ["fold", "sessions", "verdict", "policy", "promised", "got", "lost per 100 (log), promised", "got (log)"],
    table,
  );
}

/** Ten sessions from each fold, drawn with the seed; all come from the client with the most sessions in the corpus. */
function foldRows(): CorpusRow[] {
  const rows = shuffled(
    corpusRows(({ calls, client }) => calls > FEWEST_REQUESTS && client === "Claude Code"),
    Number(option("--seed") ?? 31),
  );
  return [1, 2, 3, 4, 5].flatMap((fold) => rows.filter((row) => row.fold === fold).slice(0, OF_FOLD));
}

function foldRow(fold: number, on: readonly MeasuredAdvice[], left: readonly MeasuredAdvice[]): (string | number)[] {
  const summary = weighAdvice({ measured: on, leftOut: [], price: null, mostLost: null, isStopped: false });
  const { verdict } = summary;
  const policy = verdict.policy;
  const [log, applied] = [
    joined(left, ({ log: own }) => own),
    policy === null ? null : joined(left, (one) => outcomeOf(one, policy)),
  ];
  const head = [fold, left.length, verdict.reason ?? "advice", policy ?? "–", text(verdict.promised ?? verdict.change)];
  if (!log || !applied) return [...head, "–", "–", "–"];
  const whole = wholeBlock(log);
  const price = priceOfLoss(whole.cost / whole.requests, []);
  return [
    ...head,
    text(changeOf(pricedAt(applied, price), pricedAt(log))),
    `${verdict.lost_per_100} (${verdict.logged_lost_per_100})`,
    `${rate(applied)} (${rate(log)})`,
  ];
}

function outcomeOf({ tried }: MeasuredAdvice, id: string): Outcome | undefined {
  return tried.find(({ candidate }) => candidate.id === id)?.outcome;
}

/** Entire sessions as blocks. A session in which a policy was given up is left out for that policy. */
function joined(
  sessions: readonly MeasuredAdvice[],
  pick: (one: MeasuredAdvice) => Outcome | undefined,
): Outcome | null {
  const outcomes = sessions.map(pick);
  const [first] = outcomes.flatMap((outcome) => outcome ?? []);
  if (!first || outcomes.some((outcome) => outcome === undefined)) return null;
  return { ...first, blocks: outcomes.flatMap((outcome) => (outcome ? [wholeBlock(outcome)] : [])) };
}

function rate(outcome: Outcome): string {
  const { per100, low, high } = lossRate(outcome);
  return `${per100.toFixed(1)} [${low.toFixed(1)}, ${high.toFixed(1)}]`;
}
function text(change: Pick<Change, "share" | "low" | "high"> | null | undefined): string {
  return change ? `${percent(change.share)} [${percent(change.low)}, ${percent(change.high)}]` : "–";
}
function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
