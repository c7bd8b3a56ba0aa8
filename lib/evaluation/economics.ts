import type { Compression } from "../strategies/grammar/compression";
import type { Loss } from "./loss";

/** `economics` of an evaluation (docs/api.md). Figures that need the rest of the log are null without one. */
export type Economics = {
  readonly prefix_tokens_kept: number;
  readonly suffix_tokens_rewritten: number;
  readonly break_even_requests: number | null;
  /** Modelled: the calls that would fetch lost and needed facts again, with their results. */
  readonly refetch_tokens: number | null;
  /** Modelled: all prompts and outputs for the rest of the log, including re-fetches, and the same for the original. */
  readonly tokens_per_task: number | null;
  readonly tokens_per_task_original: number | null;
};

export const evaluateEconomics = (cache: Compression["cache"], loss: Loss): Economics => ({
  prefix_tokens_kept: cache.prefixTokensKept,
  suffix_tokens_rewritten: cache.suffixTokensRewritten,
  break_even_requests: cache.breakEvenRequests,
  refetch_tokens: loss.recoverability?.refetchTokens ?? null,
  tokens_per_task: loss.tokensPerTask?.compressed ?? null,
  tokens_per_task_original: loss.tokensPerTask?.original ?? null,
});
