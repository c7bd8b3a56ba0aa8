/**
 * Measures how often advice is given although there is nothing to gain, using the noise of real sessions.
 * Reads what advices.ts stored, subtracts each policy's own effect, and flips the signs of the rest at
 * random, block by block and for all policies together, so that they stay as similar as they are.
 *
 * node scripts/run-ts.mjs bench/advice/chance.ts KEPT [draws = 40]
 * node scripts/run-ts.mjs bench/advice/chance.ts KEPT [draws = 40] --unlike 30     with 30 unrelated policies
 *
 * An unlike policy has the deviations of a real one in a random order, each with a random sign.
 */
import { readFileSync } from "node:fs";
import { fieldAt } from "@/lib/advice/field";
import { changeOf, isClearlyLess, type Priced, pricedBlocks } from "@/lib/advice/interval";
import { earliestTrigger, safetyOf, type Terms } from "@/lib/advice/terms";
import { choose, type Field } from "@/lib/advice/weigh";
import type { MeasuredAdvice } from "@/lib/api/answers/advice";
import { randomIndexes } from "@/lib/evaluation/seeded-random";
import { priceOfLoss } from "@/lib/replay/price-of-loss";
import { percent } from "../accuracy/print-table";

const [file = "", draws = "40"] = process.argv.slice(2);
const unlike = Number(process.argv[process.argv.indexOf("--unlike") + 1 || process.argv.length] ?? 0);
const next = randomIndexes(47);

const sessions = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .flatMap((line) => (JSON.parse(line) as { measured: MeasuredAdvice | null }).measured ?? []);
const totals = { draws: 0, interval: 0, advice: 0 };
for (const measured of sessions) count(measured);
console.log(
  `${totals.draws} draws from ${sessions.length} sessions: the interval of some safe policy is below zero in ${share(totals.interval)}, advice is given in ${share(totals.advice)}`,
);

function share(count: number): string {
  return percent(count / totals.draws);
}

function count({ log, tried, session, lossCases }: MeasuredAdvice): void {
  const requests = log.blocks.reduce((sum, block) => sum + block.requests, 0);
  const cost = log.blocks.reduce((sum, block) => sum + block.cost, 0);
  const earliest = earliestTrigger(session.window, session.peak_prompt_tokens);
  const price = priceOfLoss(cost / requests, lossCases);
  const terms: Terms = { price, mostLost: null, earliest, parts: "tasks" };
  const field = fieldAt(
    tried.map(({ outcome }) => outcome),
    log,
    terms,
  );
  const safe = field.policies.filter(({ outcome }) => safetyOf(outcome, log, terms).harm === null);
  if (safe.length === 0) return;
  for (let draw = 0; draw < Number(draws); draw += 1) {
    const signs = signsFor(log.blocks);
    const policies =
      unlike > 0
        ? Array.from({ length: unlike }, () => unlikeOf(safe[next(safe.length)] as Priced, field.log))
        : safe.map((policy) => withoutEffect(policy, field.log, signs));
    const flipped: Field = { policies, log: field.log, unset: null };
    totals.draws += 1;
    if (policies.some((policy) => isClearlyLess(changeOf(policy, field.log)))) totals.interval += 1;
    if (choose(flipped, terms).verdict === "advice") totals.advice += 1;
  }
}

function signsFor(blocks: readonly unknown[]): number[] {
  return blocks.map(() => (next(2) === 0 ? -1 : 1));
}

/** A policy's deviations as shares of the log's costs, in an order and with signs that no other policy shares. */
function unlikeOf(policy: Priced, log: Priced): Priced {
  const ratio = policy.total / log.total;
  const shares = Array.from(log.amounts, (before, block) =>
    before === 0 ? 0 : ((policy.amounts[block] ?? 0) - ratio * before) / before,
  );
  for (let last = shares.length - 1; last > 0; last -= 1) {
    const other = next(last + 1);
    [shares[last], shares[other]] = [shares[other] as number, shares[last] as number];
  }
  const signs = signsFor(shares);
  const amounts = log.amounts.map((before, block) => before * (1 + (signs[block] ?? 1) * (shares[block] ?? 0)));
  return pricedBlocks(policy.outcome, amounts);
}

/** The log's costs with this policy's deviations from its own mean effect. */
function withoutEffect(policy: Priced, log: Priced, signs: readonly number[]): Priced {
  const ratio = policy.total / log.total;
  const amounts = log.amounts.map(
    (before, block) => before + (signs[block] ?? 1) * ((policy.amounts[block] ?? 0) - ratio * before),
  );
  return pricedBlocks(policy.outcome, amounts);
}
