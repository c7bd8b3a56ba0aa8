import { Problem } from "../api/problem";
import type { CompareBody, CompressBody } from "../api/schemas/compress-body";
import type { ConversationFields } from "../api/schemas/conversation";
import { roomOf } from "../api/stated-room";
import { jsonText } from "../conversation/exact-json";
import type { Conversation } from "../conversation/message";
import { OPENING_TEXT, withOpening } from "../formats/opening";
import { promptOverhead } from "../ledger/prompt-overheads";
import type { ModelInfo } from "../models/model-info";
import { cachePrices } from "../models/price-usage";
import { resolveModel } from "../models/resolve-model";
import { toolPromptTokens } from "../models/tool-prompts";
import { usualReserve } from "../models/usual-reserve";
import type { CompressionOptions } from "../pipeline/compress-conversation";
import type { Frames } from "../pipeline/meet-target";
import {
  createEnvironment,
  type Environment,
  type OutputStore,
  type Protection,
} from "../strategies/grammar/environment";
import {
  createTokenizer,
  isTokenizerId,
  TOKENIZER_IDS,
  type Tokenizer,
  type VocabularyLoader,
} from "../tokenizers/tokenizer";
import type { ConversationSource } from "./conversation-source";
import type { Surroundings } from "./surroundings";

type Vocabularies = Pick<Surroundings, "vocabularies" | "known">;

/** Tokenizer, window, prices and store of one call. `store` receives every original that a strategy puts aside. */
export function environmentOf(
  body: CompressBody | CompareBody,
  source: ConversationSource,
  { store, vocabularies, known }: Vocabularies & { readonly store: OutputStore },
): Environment {
  const model = resolveModel(body.model ?? source.stored?.request.model ?? null);
  const stated = statedRoom(body, source);
  const tokenizer = tokenizerOf(body, model, vocabularies);
  const window = body.context_window ?? stated?.window ?? windowOf(model, source);
  const reserve =
    body.reserve ??
    (body.context_window === undefined ? stated?.reserve : undefined) ??
    usualReserve(window, model?.maxOutput);
  const prices = model?.prices ? cachePrices(model.prices, source.stored?.oneHour ?? null) : null;
  const cached = body.cached_tokens ?? source.stored?.request.cache_read ?? null;
  // The ledger's counts use the model's own tokenizer, so with any other tokenizer everything is counted again.
  const ledger = body.tokenizer === undefined ? source.stored : null;
  return createEnvironment({
    count: (text) => tokenizer.count(text),
    ...(ledger && { tokensOfPart: (part) => ledger.tokensOf.get(part.id), fixedTokens: ledger.fixedTokens }),
    ...(!ledger && { fixedTokens: toolTokens(source, tokenizer) }),
    ...(!ledger && known && { counted: known.countsBy(tokenizer.id) }),
    tokenizer: { id: tokenizer.id, basis: tokenizer.basis },
    budget: { window, reserve },
    store,
    ...(prices && { prices }),
    ...(cached !== null && { cache: { prefixTokens: cached } }),
  });
}

/** A warning if no model is given, because tokens are then estimated, and window and prices are unknown. */
export function compressionWarnings(body: CompressBody | CompareBody, { stored }: ConversationSource) {
  const isNamed = (body.model ?? stored?.request.model ?? null) !== null;
  // No warning if the caller chose the tokenizer, or for a stored session, whose counts come from its log.
  if (isNamed || stored || body.tokenizer !== undefined) return modelWarnings(body);
  return [{ code: "no-model", message: NO_MODEL }];
}

const NO_MODEL =
  "no model is named: tokens are estimated, and window and prices are unknown; name the model, or give context_window and tokenizer";

/** A warning if the given model is not in the model tables. */
export function modelWarnings({ model }: ConversationFields): { code: string; message: string }[] {
  if (model === undefined || resolveModel(model) !== null) return [];
  const message = `the model ${model} is unknown: tokens are estimated, and its window and prices are unknown; give context_window and tokenizer, or add it to your models`;
  return [{ code: "unknown-model", message }];
}

const toolTokens = ({ conversation: { tools } }: ConversationSource, tokenizer: Tokenizer): number =>
  tools.length === 0 ? 0 : tokenizer.count(jsonText(tools));

/** A call's options. Parts that only the provider can read are always protected. */
export function optionsOf(
  body: CompressBody | CompareBody,
  source: ConversationSource,
  { vocabularies }: Vocabularies,
): CompressionOptions {
  const { target, trigger, drain, force, protect } = body;
  const ids = [...(protect?.ids ?? []), ...loggedParts(source, protect?.ids ?? []), ...source.pinned];
  const chosen = { ...withoutUndefined(protect ?? {}), ...(ids.length > 0 && { ids }) };
  return {
    force,
    ...(target && { target }),
    ...(trigger && drain && { hysteresis: { trigger, drain } }),
    ...(Object.keys(chosen).length > 0 && { protect: chosen }),
    frames: framesOf(body, source, vocabularies),
  };
}

/**
 * The given parts of logged messages. In the compressed conversation those messages may have been joined to the next
 * one.
 */
function loggedParts({ stored }: ConversationSource, ids: readonly string[]): string[] {
  const named = stored?.conversation.messages.filter(({ id }) => ids.includes(id)) ?? [];
  return named.flatMap(({ parts }) => parts.map(({ id }) => id));
}

/**
 * Tokens that POST /api/tokens counts for a prompt in addition to its texts and the tools' JSON, including its opening
 * message. 0 for a stored session, whose counts sum to the reported total and so include these tokens.
 */
function framesOf(
  body: CompressBody | CompareBody,
  source: ConversationSource,
  vocabularies: VocabularyLoader,
): Frames {
  if (source.stored && body.tokenizer === undefined) return () => 0;
  const model = resolveModel(body.model ?? source.stored?.request.model ?? null);
  const tokenizer = tokenizerOf(body, model, vocabularies);
  const counted = toolTokens(source, tokenizer);
  return ({ messages, tools }) => {
    const sent = { tools, messages: withOpening(messages, source.codec.id) };
    const overhead = overheadOf(sent, tokenizer, model);
    const opening = sent.messages === messages ? 0 : tokenizer.count(OPENING_TEXT);
    return opening + (overhead ? overhead.messages + overhead.tools - counted : 0);
  };
}

/** Tokens that the provider adds around the texts; null if it publishes nothing about the model's family. */
export const overheadOf = (conversation: Conversation, tokenizer: Tokenizer, model: ModelInfo | null) =>
  promptOverhead(conversation, tokenizer, model?.tokenizer === tokenizer.id ? toolPromptTokens(model.id, null) : 0);

const withoutUndefined = (protect: NonNullable<CompressBody["protect"]>): Protection =>
  Object.fromEntries(Object.entries(protect).filter(([, value]) => value !== undefined));

export function tokenizerOf(
  body: ConversationFields,
  model: ModelInfo | null,
  vocabularies: VocabularyLoader,
): Tokenizer {
  // An unknown model's tokenizer is unknown too, so its counts are estimates.
  const id = body.tokenizer ?? model?.tokenizer ?? "generic";
  return createTokenizer(assertTokenizer(id, "$.tokenizer"), vocabularies);
}

export function assertTokenizer(id: string, pointer: string) {
  if (isTokenizerId(id)) return id;
  throw new Problem(422, "unknown-tokenizer", `no tokenizer is called ${id}`, {
    errors: [{ pointer, detail: `known: ${TOKENIZER_IDS.join(", ")}` }],
  });
}

/** The window and reserve that a stored request's log states, unless the body requests another model. */
function statedRoom({ model }: CompressBody | CompareBody, { stored }: ConversationSource) {
  if (!stored || (model !== undefined && model !== stored.request.model)) return null;
  return roomOf(stored.request.limits ?? null);
}

/** The model's window. If a stored prompt exceeds it, the client must have requested the extended one. */
function windowOf(model: ModelInfo | null, source: ConversationSource): number | null {
  const window = model?.window ?? null;
  const isOver = window !== null && (source.stored?.request.prompt_tokens ?? 0) > window;
  return isOver ? (model?.extendedWindow ?? null) : window;
}
