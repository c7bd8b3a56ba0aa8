import type { Conversation } from "../../conversation/message";
import type { Compression } from "../../strategies/grammar/compression";
import type { CompareAnswer, ComparedStrategy } from "../schemas/compare";
import type { Include } from "../schemas/compress-body";
import type { SummaryPromptAnswer } from "../schemas/compression";
import type { RequestName } from "../schemas/conversation";
import type { EvaluationAnswer } from "../schemas/evaluation";
import {
  cacheAnswer,
  editAnswer,
  includedAnswer,
  referenceAnswer,
  sizesAnswer,
  statsAnswer,
  warningsAnswer,
} from "./compression";

type Measured = {
  readonly evaluate: (compression: Compression) => EvaluationAnswer | null;
  /** Wall time of this recipe in milliseconds; null if not measured. */
  readonly ms: number | null;
  readonly prompts: readonly SummaryPromptAnswer[];
};

/** One recipe's row of POST /api/compress/compare. A recipe that failed has a row too. */
export function comparedStrategy(
  compression: Compression,
  original: Conversation,
  include: readonly Include[],
  { evaluate, prompts, ms }: Measured,
): ComparedStrategy {
  const { failure } = compression;
  return {
    strategy: compression.strategy,
    status: compression.status,
    failure: failure ? { code: failure.code, message: failure.message } : null,
    stats: statsAnswer(compression, ms),
    cache: cacheAnswer(compression),
    refs: compression.references.map(referenceAnswer),
    warnings: warningsAnswer(compression),
    edits: compression.edits.map(editAnswer),
    ...includedAnswer(
      compression,
      original,
      include.filter((name) => name !== "edits"),
      { evaluate, prompts },
    ),
  };
}

/**
 * The first column: the unchanged original. `request` is the index of a stored session's request, null for a
 * conversation in the body.
 */
export function comparedOriginal({ stats }: Compression, name: RequestName | null): CompareAnswer["original"] {
  const { tokensBefore, messagesBefore } = stats;
  const unchanged = { tokensAfter: tokensBefore, messagesAfter: messagesBefore, tokensSaved: 0, savedFraction: 0 };
  return {
    ...sizesAnswer({ ...stats, ...unchanged }),
    request: name?.index ?? null,
    agent: name?.agent ?? null,
    number: name?.number ?? null,
  };
}
