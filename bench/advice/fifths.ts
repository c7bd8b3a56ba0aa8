/**
 * Checks advice on parts that it was not made from: computes advice on four fifths of each session's parts,
 * from the results of advices.ts, and applies its policy to the remaining fifth.
 *
 * node scripts/run-ts.mjs bench/advice/fifths.ts KEPT
 */
import { readFileSync } from "node:fs";
import { fieldAt } from "@/lib/advice/field";
import { lossRate } from "@/lib/advice/loss-rate";
import type { Outcome } from "@/lib/advice/outcome";
import { earliestTrigger, mostLostBeside, type Terms } from "@/lib/advice/terms";
import { choose } from "@/lib/advice/weigh";
import type { MeasuredAdvice } from "@/lib/api/answers/advice";
import { mean } from "@/lib/evaluation/bootstrap";
import { priceOfLoss } from "@/lib/replay/price-of-loss";
import { percent, printTable } from "../accuracy/print-table";

type Applied = {
  readonly promised: number;
  readonly got: number;
  readonly lost: readonly [number, number, number];
  readonly isOver: boolean;
};

const sumOf = ({ blocks }: Outcome, pick: (block: Outcome["blocks"][number]) => number) =>
  blocks.reduce((sum, block) => sum + pick(block), 0);

function applied({ log, tried, session, lossCases }: MeasuredAdvice, turn: number): Applied | [] {
  const some = (outcome: Outcome, isLeft: boolean): Outcome => ({
    ...outcome,
    blocks: outcome.blocks.filter((_, block) => (block % 5 === turn) === isLeft),
  });
  const price = priceOfLoss(sumOf(log, ({ cost }) => cost) / sumOf(log, ({ requests }) => requests), lossCases);
  const earliest = earliestTrigger(session.window, session.peak_prompt_tokens);
  const terms: Terms = { price, mostLost: null, earliest, parts: "tasks" };
  const seen = fieldAt(
    tried.map(({ outcome }) => some(outcome, false)),
    some(log, false),
    terms,
  );
  const { verdict, best } = choose(seen, terms);
  const policy = tried.find(({ outcome }) => outcome.id === best?.outcome.id)?.outcome;
  if (verdict !== "advice" || !best || !policy) return [];
  const [left, before] = [some(policy, true), some(log, true)];
  const paid = sumOf(left, ({ cost, lost }) => cost + price.amount * lost);
  const [lost, logged] = [lossRate(left).per100, lossRate(before).per100];
  return {
    promised: best.change.share,
    got: paid / sumOf(before, ({ cost }) => cost) - 1,
    lost: [best.loss.per100, lost, logged],
    isOver: lost > mostLostBeside(before, terms),
  };
}

const sessions = readFileSync(process.argv[2] ?? "", "utf8")
  .trim()
  .split("\n")
  .flatMap((line) => (JSON.parse(line) as { measured: MeasuredAdvice | null }).measured ?? []);
const all = sessions.flatMap((session) => [0, 1, 2, 3, 4].flatMap((turn) => applied(session, turn)));
const lostOf = (at: 0 | 1 | 2) => mean(all.map(({ lost }) => lost[at])).toFixed(1);
printTable(
  `Advice on four fifths of the parts of ${sessions.length} sessions, applied to the fifth`,
  ["", ""],
  [
    ["cases with advice on four fifths", all.length],
    ["of these, cheaper than the log in the remaining fifth", all.filter(({ got }) => got < 0).length],
    ["mean change in cost: promised", percent(mean(all.map(({ promised }) => promised)))],
    ["mean change in cost: in the remaining fifth", percent(mean(all.map(({ got }) => got)))],
    ["lost facts per 100 requests, as promised", lostOf(0)],
    ["lost facts per 100 requests of the remaining fifth: policy, log", `${lostOf(1)}, ${lostOf(2)}`],
    ["more lost facts than the bound allows in the remaining fifth", all.filter(({ isOver }) => isOver).length],
  ],
);
