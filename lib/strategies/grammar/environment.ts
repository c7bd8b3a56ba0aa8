import type { StoreReference } from "../../conversation/edit";
import type { Message } from "../../conversation/message";
import { type Part, partText } from "../../conversation/part";
import type { ItemMaker } from "./item-maker";
import type { Summariser, SummaryRequest } from "./summariser";

/** Token budget of a request. `window` null = unknown, then rules about the window cannot fire. */
export type Budget = {
  readonly window: number | null;
  /** Tokens kept free for the answer. */
  readonly reserve: number;
  /** Hard limit for the whole request, in tokens; if given it replaces a strategy's own limit. */
  readonly target?: number;
  /** The target is only aimed at: a result above it is used if it is smaller than the input. */
  readonly mayMissTarget?: boolean;
};

/** What no strategy may touch, in addition to what every strategy leaves alone. */
export type Protection = {
  /** Counts of messages at the two ends. */
  readonly first?: number;
  readonly last?: number;
  readonly tools?: readonly string[];
  /** Calls whose input names one of these paths, with their results. */
  readonly paths?: readonly string[];
  /** Part or message ids. */
  readonly ids?: readonly string[];
};

type OutputMeta = { readonly toolName?: string; readonly tokens: number };

/** Keeps originals that were put aside. `put` derives the id from the content, so it is deterministic and idempotent. */
export type OutputStore = { put(content: string, meta: OutputMeta): StoreReference };

/** US dollars per 1e6 tokens. */
export type CachePrices = { readonly input: number; readonly cacheRead: number; readonly cacheWrite: number };

/** What is known about the provider's prefix cache when the request is sent. */
export type CacheState = {
  /** Tokens at the start of the request that would be read from the cache; 0 = cold. */
  readonly prefixTokens: number;
};

/** Who writes summaries, and what the caller requires of them. */
export type SummaryRules = {
  /** Absent: the extractive summariser, which needs no model. */
  readonly summarise?: Summariser;
  readonly instructions?: string;
  /** The most tokens of a summary; a preset's own limit applies too. */
  readonly maxTokens?: number;
  /** The task text that a model gets in place of the product's. A rule does not read it. */
  readonly task?: string;
  /** Told of each summary that is asked for, whoever writes it. */
  readonly onAsked?: (request: SummaryRequest) => void;
  /** Whether a model writes an analysis before each summary, for the developer to read. A rule writes none. */
  readonly analysis?: boolean;
  /** Who makes a provider's own compaction items. */
  readonly items?: ItemMaker;
};

/** Everything a strategy may know besides the conversation and its parameters; all of it deterministic. */
export type Environment = {
  readonly count: (text: string) => number;
  /** Tokens of a part, or of a message (the sum of its parts: framing is constant per message and left out). */
  readonly tokensOf: (item: Part | Message) => number;
  /** The same for a part that was just made, without remembering it, because few of them are counted again. */
  readonly tokensOfNew: (part: Part) => number;
  /** Tokens of the request that stand before the messages: tools, and a system prompt that the log does not hold. */
  readonly fixedTokens: number;
  readonly tokenizer: { readonly id: string; readonly basis: "exact" | "estimated" };
  readonly budget: Budget;
  readonly protect: Protection;
  /** True to run although the trigger does not fire. */
  readonly force: boolean;
  readonly store?: OutputStore;
  readonly newId: (seed: string) => string;
  readonly prices?: CachePrices;
  /** Absent = unknown; strategies that consider the cache then assume that it is warm. */
  readonly cache?: CacheState;
  readonly summaries?: SummaryRules;
};

/** What a caller must give; the rest has defaults. `tokensOfPart` may give better counts (those of a ledger) than `count`. */
export type EnvironmentInput = {
  readonly count: (text: string) => number;
  readonly tokensOfPart?: (part: Part) => number | undefined;
  /** What the same `count` made of parts and messages before, and if it notes more; not with `tokensOfPart`. */
  readonly counted?: WeakMap<Part | Message, number>;
} & Partial<Omit<Environment, "count" | "tokensOf" | "tokensOfNew">>;

/** A flat figure for an image or document whose pixels are unknown: about 1.15 megapixels at Anthropic's w*h/750. */
const FILE_TOKENS = 1600;

/** Builds an environment that counts every part and message only once, however many strategies share it. */
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
