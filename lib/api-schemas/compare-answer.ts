import type { Conversation } from "../conversation/message";
import type { Compression } from "../strategies/grammar/compression";
import {
  cacheJson,
  type Include,
  includedJson,
  type modelCallsJson,
  referenceJson,
  statsJson,
  tokenStatsJson,
  warningsJson,
} from "./compression-json";
import type { EvaluationJson } from "./evaluation-json";

type Measured = {
  readonly evaluate: (compression: Compression) => EvaluationJson | null;
  /** Wall time of this recipe; null = not measured. */
  readonly ms: number | null;
};

/** One recipe's row of POST /api/compress/compare. A recipe that failed is a row too. */
export function compareResultJson(
  compression: Compression,
  original: Conversation,
  include: readonly Include[],
  { evaluate, ms }: Measured,
) {
  const { failure } = compression;
  return {
    strategy: compression.strategy,
    status: compression.status,
    failure: failure ? { code: failure.code, message: failure.message } : null,
    stats: statsJson(compression, ms),
    cache: cacheJson(compression),
    refs: compression.references.map(referenceJson),
    warnings: warningsJson(compression),
    ...includedJson(compression, original, include, evaluate),
  };
}

/** The first column: nothing done. `request` is the index of a stored session's request, null for a sent body. */
export function compareOriginalJson([first]: readonly Compression[], request: number | null) {
  if (!first) return null;
  const { tokensBefore, messagesBefore } = first.stats;
  const unchanged = { tokensAfter: tokensBefore, messagesAfter: messagesBefore, tokensSaved: 0, savedFraction: 0 };
  return { ...tokenStatsJson({ ...first.stats, ...unchanged }), request };
}

/** The answer of POST /api/compress/compare. */
export type CompareAnswer = {
  readonly format: string;
  readonly original: ReturnType<typeof compareOriginalJson>;
  readonly results: readonly ReturnType<typeof compareResultJson>[];
  /** Calls that models made for summaries of all strategies together; null = none. */
  readonly model_calls?: ReturnType<typeof modelCallsJson>;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
};
