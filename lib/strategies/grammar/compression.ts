import type { Provenance } from "../../conversation/apply-edits";
import type { Edit, StoreReference } from "../../conversation/edit";
import type { Failure } from "../../conversation/errors";
import type { Violation } from "../../conversation/invariants";
import type { Conversation } from "../../conversation/message";
import type { CacheEffect } from "./cache-effect";
import type { Status, StepReport, TriggerExplanation, Warning } from "./procedure";
import type { Mode } from "./strategy";

export type CompressionStats = {
  /** Tokens of the entire request (`Environment.fixedTokens` and every part). */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly tokensSaved: number;
  /** 1 - after / before. */
  readonly savedFraction: number;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly parts: {
    readonly kept: number;
    readonly replaced: number;
    readonly putAside: number;
    readonly dropped: number;
  };
  readonly tokenizer: { readonly id: string; readonly basis: "exact" | "estimated" };
};

/**
 * A failure of the entire compression. `budget-unachievable` has the smallest size reached and why it could not go
 * lower.
 */
export type CompressionFailure = Failure & {
  readonly bestTokens?: number;
  readonly protectedTokens?: number;
};

/**
 * The result of one recipe over one conversation. `failed`, `noop` and `unavailable` contain the input conversation
 * itself and no edits; the reason is in `warnings`, and for `failed` in `failure` too.
 */
export type Compression = {
  readonly status: Status;
  readonly conversation: Conversation;
  readonly edits: readonly Edit[];
  readonly provenance: Provenance;
  readonly stats: CompressionStats;
  readonly trigger: TriggerExplanation | null;
  readonly steps: readonly StepReport[];
  readonly cache: CacheEffect;
  readonly warnings: readonly Warning[];
  readonly references: readonly StoreReference[];
  readonly strategy: {
    readonly id: string;
    readonly version: string;
    readonly mode: Mode;
    readonly params: Readonly<Record<string, unknown>>;
  };
  readonly failure?: CompressionFailure;
  /** For `invalid-result`: the rules that the rejected result would have broken. */
  readonly violations?: readonly Violation[];
};
