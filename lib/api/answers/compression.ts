import type { Edit, StoreReference } from "../../conversation/edit";
import type { Conversation } from "../../conversation/message";
import type { Compression, CompressionStats } from "../../strategies/grammar/compression";
import type { ModelCall } from "../../strategies/grammar/summariser";
import type { CompressAccount } from "../schemas/compress";
import type { Include } from "../schemas/compress-body";
import type {
  CacheEffectAnswer,
  CompressionStats as CompressionStatsAnswer,
  EditAnswer,
  ModelCallAnswer,
  PartProvenanceAnswer,
  Sizes,
  StoreReferenceAnswer,
  SummaryPromptAnswer,
} from "../schemas/compression";
import type { EvaluationAnswer } from "../schemas/evaluation";
import type { Warning } from "../schemas/fields";

/** `ms` is the wall time of the entire call, measured by the caller; individual steps are not timed (null). */
export function statsAnswer(
  compression: Compression,
  ms: number | null,
  calls: readonly ModelCall[] = [],
): CompressionStatsAnswer {
  return {
    ...sizesAnswer(compression.stats),
    parts: partsAnswer(compression.stats),
    trigger: compression.trigger && triggerAnswer(compression.trigger),
    steps: compression.steps.map(({ id, before, after, edits }) => ({ id, before, after, edits, ms: null })),
    model_calls: modelCallsAnswer(calls),
    ms,
  };
}

/** Null if no model was called. */
export const modelCallsAnswer = (calls: readonly ModelCall[]): readonly ModelCallAnswer[] | null =>
  calls.length === 0
    ? null
    : calls.map(({ model, inputTokens, outputTokens, cost, ms, analysis = null }) => ({
        model,
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        cost: cost === null ? null : { amount: cost, currency: "USD" },
        ms,
        analysis,
      }));

export const sizesAnswer = (stats: CompressionStats): Sizes => ({
  tokens_before: stats.tokensBefore,
  tokens_after: stats.tokensAfter,
  tokens_saved: stats.tokensSaved,
  saved_fraction: stats.savedFraction,
  messages_before: stats.messagesBefore,
  messages_after: stats.messagesAfter,
  tokenizer: stats.tokenizer,
});

const partsAnswer = ({ parts }: CompressionStats) => ({
  kept: parts.kept,
  replaced: parts.replaced,
  put_aside: parts.putAside,
  dropped: parts.dropped,
});

function triggerAnswer({ fired, rule, value, limit, isForced }: NonNullable<Compression["trigger"]>) {
  return { fired, rule, value, limit, ...(isForced !== undefined && { forced: isForced }) };
}

export const cacheAnswer = ({ cache }: Compression): CacheEffectAnswer => ({
  prefix_tokens_kept: cache.prefixTokensKept,
  suffix_tokens_rewritten: cache.suffixTokensRewritten,
  break_even_requests: cache.breakEvenRequests,
  net_cost_after_10_requests: cache.netCostAfter10Requests,
});

export const warningsAnswer = ({ warnings }: Compression): readonly Warning[] =>
  warnings.map(({ code, message, partId }) => ({ code, message, ...(partId !== undefined && { part_id: partId }) }));

export const referenceAnswer = ({ id, toolName, tokens, bytes }: StoreReference): StoreReferenceAnswer => ({
  id,
  tool: toolName ?? null,
  tokens,
  bytes,
});

export function editAnswer(edit: Edit): EditAnswer {
  return {
    op: edit.op,
    targets: edit.targets,
    reason: edit.reason,
    step: edit.step,
    tokens_before: edit.tokensBefore,
    tokens_after: edit.tokensAfter,
    reversible: edit.reversible,
    ...(edit.op === "replace" && { produced: edit.produced }),
    ...(edit.op === "replace" && edit.reference && { reference: referenceAnswer(edit.reference) }),
    ...(edit.op === "insert" && { message: edit.message, after: edit.after }),
  };
}

/** Each original part once, with the index of its message in the conversation that was sent. */
function provenanceAnswer(compression: Compression, original: Conversation): readonly PartProvenanceAnswer[] {
  const messageOf = new Map(
    original.messages.flatMap((message, index) => message.parts.map((part) => [part.id, index])),
  );
  return compression.provenance.map((entry) => ({
    part_id: entry.partId,
    message: messageOf.get(entry.partId) ?? null,
    fate: entry.status,
    ...(entry.status !== "kept" && { edit: entry.edit }),
    ...(entry.status === "replaced" && { by: entry.by }),
    ...(entry.status === "replaced" && entry.reference !== undefined && { reference: entry.reference }),
    ...(entry.status === "dropped" && entry.summarisedBy !== undefined && { summarised_by: entry.summarisedBy }),
  }));
}

/** What the caller knows about the call. */
type Besides = {
  readonly evaluate?: (compression: Compression) => EvaluationAnswer | null;
  readonly prompts?: readonly SummaryPromptAnswer[];
};

/** The extras requested by `include`. */
export function includedAnswer(
  compression: Compression,
  original: Conversation,
  include: readonly Include[],
  { evaluate = () => null, prompts = [] }: Besides = {},
): Pick<CompressAccount, "edits" | "provenance" | "evaluation" | "prompts"> {
  return {
    ...(include.includes("edits") && { edits: compression.edits.map(editAnswer) }),
    ...(include.includes("provenance") && { provenance: provenanceAnswer(compression, original) }),
    ...(include.includes("evaluation") && { evaluation: evaluate(compression) }),
    ...(include.includes("prompts") && { prompts }),
  };
}
