import * as z from "zod";
import { toolOutputText } from "../../conversation/part";
import { step, when } from "../grammar/combinators";
import { tokensIn } from "../grammar/gauges";
import { choice, nameList, names, whole } from "../grammar/params";
import { isFailedState, resultsBeyond } from "../grammar/selectors";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { maskOutput } from "../grammar/transforms";
import { compares } from "../grammar/triggers";

const CLEARED = "[Old tool result content cleared]";

/** Clears old tool outputs as OpenCode's pruning does. */
export const opencodePrune = defineStrategy(
  deterministic({
    id: "opencode-prune",
    version: "2",
    family: "in-place",
    product: {
      name: "OpenCode",
      version: "1.19 (5a7c5edc)",
      date: "2026-11-22",
      read: "2026-11-22",
      source: "https://github.com/sst/opencode/blob/dev/packages/opencode/src/session/compaction.ts",
    },
    cache: "rewrites-suffix",
  }),
  z.object({
    protect: whole(40_000, "Tokens of the newest tool outputs to keep"),
    minimum: whole(20_000, "Prunes only when more tokens than this can be removed"),
    turns: whole(2, "Number of newest turns to leave unchanged"),
    protectedTools: names(["skill"], "Tools whose outputs are neither counted nor pruned"),
    comparison: choice([">", ">="], "Starts when the count of prunable tokens reaches (>=) or exceeds (>) the minimum"),
  }),
  ({ protect, minimum, turns, protectedTools, comparison }) => {
    // Stops at the first output that was cleared earlier, so raising `protect` later does not affect it.
    const select = resultsBeyond({
      tokens: protect,
      turns,
      reason: "beyond-newest",
      // Only outputs of completed calls are considered; errors stay as shown.
      isExempt: (result, view) =>
        isFailedState(result, view) || nameList(protectedTools).includes(view.toolNameOf(result) ?? ""),
      isEnd: (result) => toolOutputText(result.output) === CLEARED,
    });
    const prune = step({ id: "prune", select, transform: maskOutput(() => CLEARED) });
    return when(compares(tokensIn(select), comparison, minimum), prune);
  },
);
