import { type Change, changeOf, drawBlocks } from "./draws";
import type { Outcome } from "./outcome";
import { amountsOf, choose, logAmounts } from "./weigh";

/** Draws within one choice: they decide only which policies cannot be told apart. */
const INNER_DRAWS = 100;

/**
 * What the way of choosing brings on blocks it has not seen: each block is left out once, a policy is chosen on the others,
 * and its amount in the left-out block counts; where no policy is chosen, the log's own.
 */
export function heldOutChange(outcomes: readonly Outcome[], log: Outcome, price: number, draws: number): Change {
  const before = logAmounts(log);
  const inner = drawBlocks(before.length - 1, INNER_DRAWS);
  const amounts = before.map((amount, left) => {
    const choice = choose(
      outcomes.map((outcome) => without(outcome, left)),
      without(log, left),
      price,
      inner,
    );
    const chosen = choice.verdict === "advice" && choice.best ? idOf(outcomes, choice.best.outcome.id) : undefined;
    return chosen ? (amountsOf(chosen, price)[left] ?? amount) : amount;
  });
  return changeOf(amounts, before, drawBlocks(before.length, draws));
}

const idOf = (outcomes: readonly Outcome[], wanted: string): Outcome | undefined =>
  outcomes.find(({ id }) => id === wanted);

const without = (outcome: Outcome, left: number): Outcome => ({
  ...outcome,
  blocks: outcome.blocks.filter((_, block) => block !== left),
});
