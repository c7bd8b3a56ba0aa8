import type { Edit, StoreReference } from "../conversation/edit";
import type { Conversation } from "../conversation/message";
import type { Compression, CompressionStats } from "../strategies/grammar/compression";
import type { ModelCall } from "../strategies/grammar/summariser";
import type { EvaluationJson } from "./evaluation-json";

/** The JSON of results: snake_case, unknown = null. Messages are added by the caller, in their wire format. */

export type Include = "edits" | "provenance" | "text_diff" | "evaluation";

/** `ms`: wall time of the whole call, measured by the caller; single steps are not timed (null). */
export function statsJson(compression: Compression, ms: number | null, calls: readonly ModelCall[] = []) {
  return {
    ...tokenStatsJson(compression.stats),
    parts: partsJson(compression.stats),
    trigger: compression.trigger && triggerJson(compression.trigger),
    steps: compression.steps.map(({ id, before, after, edits }) => ({ id, before, after, edits, ms: null })),
    model_calls: modelCallsJson(calls),
    ms,
  };
}

/** Null = no model was called. */
export const modelCallsJson = (calls: readonly ModelCall[]) =>
  calls.length === 0
    ? null
    : calls.map(({ model, inputTokens, outputTokens, cost, ms }) => ({
        model,
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        cost: cost === null ? null : { amount: cost, currency: "USD" },
        ms,
      }));

export const tokenStatsJson = (stats: CompressionStats) => ({
  tokens_before: stats.tokensBefore,
  tokens_after: stats.tokensAfter,
  tokens_saved: stats.tokensSaved,
  saved_fraction: stats.savedFraction,
  messages_before: stats.messagesBefore,
  messages_after: stats.messagesAfter,
  tokenizer: stats.tokenizer,
});

const partsJson = ({ parts }: CompressionStats) => ({
  kept: parts.kept,
  replaced: parts.replaced,
  put_aside: parts.putAside,
  dropped: parts.dropped,
});

function triggerJson({ fired, rule, value, limit, isForced }: NonNullable<Compression["trigger"]>) {
  return { fired, rule, value, limit, ...(isForced !== undefined && { forced: isForced }) };
}

export const cacheJson = ({ cache }: Compression) => ({
  prefix_tokens_kept: cache.prefixTokensKept,
  suffix_tokens_rewritten: cache.suffixTokensRewritten,
  break_even_requests: cache.breakEvenRequests,
  net_cost_after_10_requests: cache.netCostAfter10Requests,
});

export const warningsJson = ({ warnings }: Compression) =>
  warnings.map(({ code, message, partId }) => ({ code, message, ...(partId !== undefined && { part_id: partId }) }));

export const referenceJson = ({ id, toolName, tokens, bytes }: StoreReference) => ({
  id,
  tool: toolName ?? null,
  tokens,
  bytes,
});

export function editJson(edit: Edit) {
  return {
    op: edit.op,
    targets: edit.targets,
    reason: edit.reason,
    step: edit.step,
    tokens_before: edit.tokensBefore,
    tokens_after: edit.tokensAfter,
    reversible: edit.reversible,
    ...(edit.op === "replace" && { produced: edit.produced }),
    ...(edit.op === "replace" && edit.reference && { reference: referenceJson(edit.reference) }),
    ...(edit.op === "insert" && { message: edit.message, after: edit.after }),
  };
}

/** Each original part once, with the index of its message in the conversation that was sent. */
export function provenanceJson(compression: Compression, original: Conversation) {
  const messageOf = new Map(
    original.messages.flatMap((message, index) => message.parts.map((part) => [part.id, index])),
  );
  return compression.provenance.map((entry) => ({
    part_id: entry.partId,
    message: messageOf.get(entry.partId) ?? null,
    fate: entry.fate,
    ...(entry.fate !== "kept" && { edit: entry.edit }),
    ...(entry.fate === "replaced" && { by: entry.by }),
    ...(entry.fate === "replaced" && entry.reference !== undefined && { reference: entry.reference }),
    ...(entry.fate === "dropped" && entry.summarisedBy !== undefined && { summarised_by: entry.summarisedBy }),
  }));
}

/** What `include` asks for. */
export function includedJson(
  compression: Compression,
  original: Conversation,
  include: readonly Include[],
  evaluate: (compression: Compression) => EvaluationJson | null = () => null,
): {
  readonly edits?: ReturnType<typeof editJson>[];
  readonly provenance?: ReturnType<typeof provenanceJson>;
  readonly evaluation?: EvaluationJson | null;
} {
  return {
    ...(include.includes("edits") && { edits: compression.edits.map(editJson) }),
    ...(include.includes("provenance") && { provenance: provenanceJson(compression, original) }),
    ...(include.includes("evaluation") && { evaluation: evaluate(compression) }),
  };
}
