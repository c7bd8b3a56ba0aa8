import type { StoreReference } from "../../conversation/edit";
import type { Message } from "../../conversation/message";
import { type Part, partText } from "../../conversation/part";
import type { ItemMaker } from "./item-maker";
import type { Summariser, SummaryRequest } from "./summariser";

/** Token budget of a request. `window` is null if unknown; rules about the window then never fire. */
export type Budget = {
  readonly window: number | null;
  /** Tokens kept free for the answer. */
  readonly reserve: number;
  /** Hard limit for the entire request in tokens; replaces a strategy's own limit. */
  readonly target?: number;
  /** True if the target is only a goal, so a result above it is used if it is smaller than the input. */
  readonly mayMissTarget?: boolean;
};

/** The parts that no strategy may touch, besides those that every strategy leaves alone. */
export type Protection = {
  /** Number of protected messages at each end. */
  readonly first?: number;
  readonly last?: number;
  readonly tools?: readonly string[];
  /** Calls whose input names one of these paths, and their results. */
  readonly paths?: readonly string[];
  /** Part or message ids. */
  readonly ids?: readonly string[];
};

type OutputMeta = { readonly toolName?: string; readonly tokens: number };

/** Stores originals that were put aside. `put` derives the id from the content: deterministic and idempotent. */
export type OutputStore = { put(content: string, meta: OutputMeta): StoreReference };

/** US dollars per 1e6 tokens. */
export type CachePrices = { readonly input: number; readonly cacheRead: number; readonly cacheWrite: number };

/** What is known about the provider's prefix cache at the time of the request. */
export type CacheState = {
  /** Tokens at the start of the request that would be read from the cache; 0 = cold. */
  readonly prefixTokens: number;
};

/** A task text saved under a name, for a strategy. */
export type SavedPrompt = { readonly name: string; readonly strategy: string; readonly prompt: string };

/** Who writes summaries, and what the caller requires of them. */
export type SummaryRules = {
  /** If absent, the extractive summariser is used, which needs no model. */
  readonly summarise?: Summariser;
  readonly instructions?: string;
  /** Maximum tokens of a summary; a preset's own limit applies too. */
  readonly maxTokens?: number;
  /** Task text for a model, replacing the product's. Rules ignore it. */
  readonly task?: string;
  /** Task texts saved by the reader, which a recipe can name. */
  readonly saved?: readonly SavedPrompt[];
  /** Called for each summary requested, whoever writes it. */
  readonly onAsked?: (request: SummaryRequest) => void;
  /** True if a model writes an analysis before each summary, for the developer. Rules write none. */
  readonly analysis?: boolean;
  /** Who makes a provider's own compaction items. */
  readonly items?: ItemMaker;
};

/** Everything a strategy may know besides the conversation and its parameters; all deterministic. */
export type Environment = {
  readonly count: (text: string) => number;
  /** Tokens of a part, or of a message (the sum of its parts, without framing, which is constant per message). */
  readonly tokensOf: (item: Part | Message) => number;
  /** Counts a new part without caching the count, because few new parts are counted twice. */
  readonly tokensOfNew: (part: Part) => number;
  /** Tokens before the messages: tools, and a system prompt that the log lacks. */
  readonly fixedTokens: number;
  readonly tokenizer: { readonly id: string; readonly basis: "exact" | "estimated" };
  readonly budget: Budget;
  readonly protect: Protection;
  /** True to run even if the trigger does not fire. */
  readonly force: boolean;
  readonly store?: OutputStore;
  readonly newId: (seed: string) => string;
  readonly prices?: CachePrices;
  /** If absent, it is unknown, and cache-aware strategies assume a warm cache. */
  readonly cache?: CacheState;
  readonly summaries?: SummaryRules;
};

/** Input from the caller; the rest has defaults. `tokensOfPart` may give better counts (a ledger's) than `count`. */
export type EnvironmentInput = {
  readonly count: (text: string) => number;
  readonly tokensOfPart?: (part: Part) => number | undefined;
  /** Counts made earlier with the same `count`; new ones are added. Must not be combined with `tokensOfPart`. */
  readonly counted?: WeakMap<Part | Message, number>;
} & Partial<Omit<Environment, "count" | "tokensOf" | "tokensOfNew">>;

/** A flat figure for an image or document whose pixels are unknown: about 1.15 megapixels at Anthropic's w*h/750. */
const FILE_TOKENS = 1600;

/** Counts every part and message only once, however many strategies share the environment. */
export function createEnvironment(input: EnvironmentInput): Environment {
  const { count, tokensOfPart, counted: known = new WeakMap<Part | Message, number>(), ...given } = input;
  const tokensOfNew = (part: Part) => tokensOfPart?.(part) ?? countPart(part, count);
  const tokensOf = (item: Part | Message): number => {
    let tokens = known.get(item);
    if (tokens === undefined) {
      tokens = "parts" in item ? sumParts(item.parts, tokensOf) : tokensOfNew(item);
      known.set(item, tokens);
    }
    return tokens;
  };
  return {
    fixedTokens: 0,
    tokenizer: { id: "unknown", basis: "estimated" },
    budget: { window: null, reserve: 0 },
    protect: {},
    force: false,
    newId: (seed) => seed,
    ...given,
    count,
    tokensOf,
    tokensOfNew,
  };
}

function countPart(part: Part, count: (text: string) => number): number {
  const text = part.type === "tool-call" ? `${part.toolName} ${partText(part)}` : partText(part);
  return (text === "" ? 0 : count(text)) + filesIn(part) * FILE_TOKENS;
}

function filesIn(part: Part): number {
  if (part.type === "file") return 1;
  return part.type === "tool-result" ? part.output.filter((block) => block.type === "file").length : 0;
}

function sumParts(parts: readonly Part[], tokensOf: (part: Part) => number): number {
  let sum = 0;
  for (const part of parts) sum += tokensOf(part);
  return sum;
}
