import { createHash } from "node:crypto";
import type { CompareBody, CompressBody, ConversationFields } from "@/lib/api-schemas/compress-body";
import type { ModelInfo } from "@/lib/models/model-info";
import { resolveModel } from "@/lib/models/resolve-model";
import type { CompressionOptions } from "@/lib/pipeline/compress-conversation";
import { createEnvironment, type Environment, type OutputStore, type Protection } from "@/lib/strategies/environment";
import { createTokenizer, isTokenizerId, TOKENIZER_IDS, type Tokenizer } from "@/lib/tokenizers/tokenizer";
import { Problem } from "../problem";
import { rememberingLoader } from "../vocabulary";
import type { ConversationSource } from "./conversation-source";

/** Kept free for the answer when the body does not say: the model's maximal output, at most a tenth of the window. */
const DEFAULT_RESERVE_SHARE = 0.1;

/** Counting, window, prices and store of one call. `keep` gets every original that a strategy puts aside. */
export function environmentOf(
  body: CompressBody | CompareBody,
  source: ConversationSource,
  store: OutputStore,
): Environment {
  const model = resolveModel(body.model ?? source.stored?.request.model ?? null);
  const tokenizer = tokenizerOf(body, model);
  const window = body.context_window ?? windowOf(model, source);
  const reserve =
    body.reserve ??
    Math.floor(Math.min(model?.maxOutput ?? Number.POSITIVE_INFINITY, (window ?? 0) * DEFAULT_RESERVE_SHARE));
  const prices = pricesOf(model);
  const cached = body.cached_tokens ?? source.stored?.request.cache_read ?? null;
  // The ledger's counts were made with the model's own tokenizer: another one counts anew.
  const ledger = body.tokenizer === undefined ? source.stored : null;
  return createEnvironment({
    count: (text) => tokenizer.count(text),
    ...(ledger && { tokensOfPart: (part) => ledger.tokensOf.get(part.id), fixedTokens: ledger.fixedTokens }),
    ...(!ledger && { fixedTokens: toolTokens(source, tokenizer) }),
    tokenizer: { id: tokenizer.id, basis: tokenizer.basis },
    budget: { window, reserve },
    store,
    ...(prices && { prices }),
    ...(cached !== null && { cache: { prefixTokens: cached } }),
  });
}

const toolTokens = ({ conversation: { tools } }: ConversationSource, tokenizer: Tokenizer): number =>
  tools.length === 0 ? 0 : tokenizer.count(JSON.stringify(tools));

/** What only the provider can read is protected whether the caller says so or not. */
export function optionsOf(
  { target, force, protect }: CompressBody | CompareBody,
  { pinned }: Pick<ConversationSource, "pinned">,
): CompressionOptions {
  const ids = [...(protect?.ids ?? []), ...pinned];
  const chosen = { ...withoutUndefined(protect ?? {}), ...(ids.length > 0 && { ids }) };
  return { force, ...(target && { target }), ...(Object.keys(chosen).length > 0 && { protect: chosen }) };
}

const withoutUndefined = (protect: NonNullable<CompressBody["protect"]>): Protection =>
  Object.fromEntries(Object.entries(protect).filter(([, value]) => value !== undefined));

export function tokenizerOf(body: ConversationFields, model: ModelInfo | null): Tokenizer {
  const id = body.tokenizer ?? model?.tokenizer ?? "o200k";
  return createTokenizer(assertTokenizer(id, "$.tokenizer"), rememberingLoader);
}

export function assertTokenizer(id: string, pointer: string) {
  if (isTokenizerId(id)) return id;
  throw new Problem(422, "unknown-tokenizer", `no tokenizer is called ${id}`, {
    errors: [{ pointer, detail: `known: ${TOKENIZER_IDS.join(", ")}` }],
  });
}

function pricesOf(model: ModelInfo | null) {
  const prices = model?.prices;
  return prices ? { input: prices.input, cacheRead: prices.cacheRead, cacheWrite: prices.cacheWrite5m } : null;
}

/** A stored prompt over the model's window shows that the client had asked for the larger one. */
function windowOf(model: ModelInfo | null, source: ConversationSource): number | null {
  const window = model?.window ?? null;
  const isOver = window !== null && (source.stored?.request.prompt_tokens ?? 0) > window;
  return isOver ? (model?.extendedWindow ?? null) : window;
}

/** A store that remembers what it was given; ids come from the content, so the same output has the same id for ever. */
export class MemoryStore implements OutputStore {
  readonly contents = new Map<string, string>();
  /** A replay or a comparison puts the same output again and again: it is hashed once. */
  private readonly known = new Map<string, { readonly id: string; readonly bytes: number }>();

  put(content: string, { toolName, tokens }: { toolName?: string; tokens: number }) {
    const stored = this.known.get(content) ?? this.store(content);
    return { ...stored, tokens, ...(toolName !== undefined && { toolName }) };
  }

  private store(content: string) {
    const bytes = new TextEncoder().encode(content);
    const id = `out_${createHash("sha256").update(bytes).digest("hex").slice(0, 24)}`;
    const stored = { id, bytes: bytes.byteLength };
    this.contents.set(id, content);
    this.known.set(content, stored);
    return stored;
  }
}
