import { type Change, changeOf, drawBlocks, drawOutcome } from "./draws";
import type { Outcome } from "./outcome";
import { choose } from "./weigh";

/** Draws within one choice: they decide only which policies cannot be told apart. */
const INNER_DRAWS = 100;

/**
 * What the way of choosing brings on blocks it has not seen: each block is left out once, a policy is chosen on the others,
 * and its amount in the left-out block counts; where no policy is chosen, the log's own.
 */
export function heldOutChange(possible: readonly Outcome[], log: Outcome, price: number, draws: number): Change {
  const inner = drawBlocks(log.blocks.length - 1, INNER_DRAWS);
  const without = (outcome: Outcome, left: number): Outcome => ({
    ...outcome,
    blocks: outcome.blocks.filter((_, block) => block !== left),
  });
  const blocks = log.blocks.map((own, left) => {
    const drawn = possible.map((outcome) => drawOutcome(without(outcome, left), inner));
    const { verdict, best } = choose(drawn, drawOutcome(without(log, left), inner), price);
    const chosen = verdict === "advice" ? possible.find(({ id }) => id === best?.outcome.id) : undefined;
    const block = chosen?.blocks[left];
    return block ? { ...block, cost: block.cost + price * block.lost, lost: 0 } : { ...own, lost: 0 };
  });
  const outer = drawBlocks(log.blocks.length, draws);
  return changeOf(drawOutcome({ ...log, blocks }, outer), drawOutcome(log, outer), 0, 0);
}
