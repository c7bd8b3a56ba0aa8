import type { CompareBody } from "../api/schemas/compress-body";
import type { EvaluateBody } from "../api/schemas/evaluate";
import type { Conversation } from "../conversation/message";
import type { Codec } from "../formats";
import { requestTokens } from "../strategies/grammar/create-view";
import type { Environment } from "../strategies/grammar/environment";
import type { ConversationSource } from "./conversation-source";
import { environmentOf } from "./environment-of";
import type { Contender } from "./judge-material";
import { MemoryStore } from "./memory-store";
import type { StoredContext } from "./stored-context";
import type { Surroundings } from "./surroundings";

export type EvaluateRequest = Omit<EvaluateBody, "compressed" | "strategy" | "judge">;

/** A measured result, and everything that is needed to compress the same original in other ways. */
export type Measured = {
  readonly original: Conversation;
  readonly contender: Contender;
  readonly environment: Environment;
  /** Parts that only the provider can read. They keep their places. */
  readonly pinned: readonly string[];
  readonly answer: object;
};

type Counted = { readonly original: Conversation; readonly stored: StoredContext | null; readonly codec: Codec };

/** Uses the ledger's counts if the original is the stored prompt. Otherwise everything is counted here. */
export function environmentFor(
  { original: given, model, tokenizer, context_window }: EvaluateRequest,
  { original: conversation, stored, codec }: Counted,
  { vocabularies, sha256 }: Surroundings,
): Environment {
  const settings = definedOf({ model: model ?? stored?.request.model ?? undefined, tokenizer, context_window });
  const body: CompareBody = { format: "auto", force: false, include: [], strict: true, strategies: [], ...settings };
  const source: ConversationSource = {
    conversation,
    codec,
    wire: null,
    keys: [],
    stored: given ? null : stored,
    warnings: [],
    removed: [],
    pinned: [],
  };
  return environmentOf(body, source, { store: new MemoryStore(sha256), vocabularies });
}

export function statsOf(original: Conversation, compressed: Conversation, environment: Environment) {
  const [before, after] = [requestTokens(original, environment), requestTokens(compressed, environment)];
  const originals = new Set(original.messages.flatMap((message) => message.parts));
  const parts = compressed.messages.flatMap((message) => message.parts);
  const kept = parts.filter((part) => originals.has(part)).length;
  return {
    tokens_before: before,
    tokens_after: after,
    tokens_saved: before - after,
    saved_fraction: before === 0 ? 0 : 1 - after / before,
    messages_before: original.messages.length,
    messages_after: compressed.messages.length,
    parts: { kept, written: parts.length - kept, gone: originals.size - kept },
    tokenizer: environment.tokenizer,
  };
}

/** Without the fields that were not given. */
export const definedOf = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
