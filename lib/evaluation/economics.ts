import type { Compression } from "../strategies/compression";

/** `economics` of an evaluation (docs/api.md); what needs the log's future is null until hindsight measures it. */
export type Economics = {
  readonly prefix_tokens_kept: number;
  readonly suffix_tokens_rewritten: number;
  readonly break_even_requests: number | null;
  readonly refetch_tokens: number | null;
  readonly tokens_per_task: number | null;
};

export function evaluateEconomics({ cache }: Compression): Economics {
  return {
    prefix_tokens_kept: cache.prefixTokensKept,
    suffix_tokens_rewritten: cache.suffixTokensRewritten,
    break_even_requests: cache.breakEvenRequests,
    refetch_tokens: null,
    tokens_per_task: null,
  };
}
