import type { CompressionState } from "../api/compression-state";
import { Problem } from "../api/problem";
import { compressGrowing } from "../compress/as-it-grew";
import { carriedEdits, nextState } from "../compress/carried-edits";
import type { SentBody } from "../compress/conversation-keys";
import { asHistory, decodeSent } from "../compress/decode-sent";
import { encodeResult } from "../compress/encode-result";
import { MemoryStore } from "../compress/memory-store";
import { failureProblem } from "../compress/result-problems";
import { jsonText } from "../conversation/exact-json";
import type { Conversation } from "../conversation/message";
import type { Codec } from "../formats/codec";
import { OPENING_TEXT, withOpening } from "../formats/opening";
import { promptOverhead } from "../ledger/prompt-overheads";
import type { Bound, CompressionOptions, Hysteresis, Target } from "../pipeline/compress-bound";
import type { Compression } from "../strategies/grammar/compression";
import {
  type CachePrices,
  createEnvironment,
  type Environment,
  type Protection,
} from "../strategies/grammar/environment";
import type { Strategy } from "../strategies/grammar/strategy";
import type { Tokenizer } from "../tokenizers/tokenizer";
import type { Runtime } from "./runtime";

/** Dependencies are passed as objects, so that a bundle contains nothing else. */
export type CompressWithOptions = {
  readonly format: Codec;
  readonly strategy: Strategy;
  /** The strategy's parameters; default: its own defaults. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly tokenizer: Tokenizer;
  /** The model's context window in tokens. If unknown, which is the default, triggers by a share of it do not fire. */
  readonly window?: number;
  /** Tokens of the window reserved for the answer; default 0. */
  readonly reserve?: number;
  readonly prices?: CachePrices;
  /** Number of leading tokens that the provider would read from its cache. */
  readonly cachedTokens?: number;
  readonly target?: Target;
  readonly hysteresis?: Hysteresis;
  readonly force?: boolean;
  readonly protect?: Protection;
  /** The previous call's state for the same history. */
  readonly state?: unknown;
};

/** The smaller body, and a report of what was done. */
export type CompressWithResult = {
  readonly status: Compression["status"];
  /** The body in its format, ready to send, with its original settings. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly stats: Compression["stats"];
  readonly edits: Compression["edits"];
  /** Texts put aside, by their reference in the body. */
  readonly outputs: ReadonlyMap<string, string>;
  /** For the next call about this history; plain JSON. */
  readonly state: CompressionState | null;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
};

/**
 * Compresses one body like `compress`, but with objects instead of names. Throws a `Problem` for errors that the caller
 * can fix. There is no model table: pass `window`, `reserve` and `prices` if the strategy should know them.
 */
export function compressWith(
  body: SentBody,
  options: CompressWithOptions,
  sha256: Runtime["sha256"],
): CompressWithResult {
  const { format, strategy, tokenizer } = options;
  const source = asHistory(decodeSent(body, format, "mend"));
  const { conversation } = source;
  const store = new MemoryStore(sha256);
  const environment = environmentFor(conversation, options, store);
  const given = optionsFor(source.pinned, conversation, options);
  const carried = carriedEdits(options.state, conversation, { ...environment, ...given }, sha256);
  const bound = boundTo(strategy, options.params);
  const { compression } = compressGrowing(conversation, bound, environment, { ...given, carried: carried.edits });
  if (compression.failure) throw failureProblem(compression, { strategy: "$.params", limit: "$.target" }, source.wire);
  const shown = new Set(compression.references.map(({ id }) => id));
  return {
    status: compression.status,
    body: encodeResult(source, compression, { hasState: carried.edits.length > 0, isApart: true }),
    stats: compression.stats,
    edits: compression.edits,
    outputs: new Map([...store.contents].filter(([id]) => shown.has(id))),
    state: nextState(compression, conversation, carried, sha256),
    warnings: [...carried.warnings, ...source.warnings, ...compression.warnings],
  };

  function optionsFor(
    pinned: readonly string[],
    { tools }: Conversation,
    from: CompressWithOptions,
  ): CompressionOptions {
    const ids = [...(from.protect?.ids ?? []), ...pinned];
    const protect = { ...from.protect, ...(ids.length > 0 && { ids }) };
    const toolTokens = toolTokensOf(tools, tokenizer);
    return {
      force: from.force ?? false,
      ...(from.target && { target: from.target }),
      ...(from.hysteresis && { hysteresis: from.hysteresis }),
      ...(Object.keys(protect).length > 0 && { protect }),
      frames: (now) => framesOf(now, format, tokenizer, toolTokens),
    };
  }
}

function boundTo(strategy: Strategy, params: CompressWithOptions["params"]): Bound {
  const bound = strategy.bind(params);
  if (!bound.ok) throw new Problem(422, bound.error.code, bound.error.message);
  const { id, version, mode } = strategy;
  return { id, version, mode, params: bound.value.params, build: bound.value.build };
}

const toolTokensOf = (tools: Conversation["tools"], { count }: Tokenizer): number =>
  tools.length === 0 ? 0 : count(jsonText(tools));

function environmentFor(
  { tools }: Conversation,
  { tokenizer, window, reserve = 0, prices, cachedTokens }: CompressWithOptions,
  store: MemoryStore,
): Environment {
  return createEnvironment({
    count: (text) => tokenizer.count(text),
    fixedTokens: toolTokensOf(tools, tokenizer),
    tokenizer: { id: tokenizer.id, basis: tokenizer.basis },
    budget: { window: window ?? null, reserve },
    store,
    ...(prices && { prices }),
    ...(cachedTokens !== undefined && { cache: { prefixTokens: cachedTokens } }),
  });
}

/** Tokens that the provider counts in addition to the texts and the tools' JSON; 0 if it publishes nothing. */
function framesOf({ messages, tools }: Conversation, format: Codec, tokenizer: Tokenizer, toolTokens: number): number {
  const sent = { tools, messages: withOpening(messages, format.id) };
  const overhead = promptOverhead(sent, tokenizer, 0);
  const opening = sent.messages === messages ? 0 : tokenizer.count(OPENING_TEXT);
  return opening + (overhead ? overhead.messages + overhead.tools - toolTokens : 0);
}
