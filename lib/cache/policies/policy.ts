import type { ModelInfo } from "../../models/model-info";
import type { PrefixNode } from "../../requests/prefix-tree";
import type { CacheRequest } from "../cache-request";

export type PolicyId =
  | "usage-ledger"
  | "ideal-prefix"
  | "anthropic-breakpoints"
  | "openai-auto"
  | "openai-breakpoints"
  | "gemini-implicit"
  | "deepseek-units"
  | "deepseek-legacy-64"
  | "vllm-blocks"
  | "sglang-radix";

/** What may be set; a policy looks at its own and has a documented default for each. Times in seconds, sizes in tokens. */
export type PolicyOptions = {
  readonly modelOf: (model: string | null) => ModelInfo | null;
  /** Life of an entry where neither the request nor the log says it. */
  readonly ttl?: number;
  readonly minimum?: number;
  /** `assumed`: end of head and of prompt; `auto`: explicit ones and the end; `optimal`: a breakpoint wherever one pays. */
  readonly breakpoints?: "explicit" | "assumed" | "auto" | "optimal";
  readonly lookback?: number;
  /** OpenAI: tokens of the hidden system message, interval of the implicit breakpoints, explicit marks looked up. */
  readonly hidden?: number;
  readonly spacing?: number;
  readonly lookup?: number;
  /** Gemini: the chance that a readable prefix is read. */
  readonly probability?: number;
  /** DeepSeek: the fixed interval at which units are kept (unpublished). */
  readonly interval?: number;
  /** vLLM: tokens of a block; vLLM and SGLang: tokens that the pool holds. */
  readonly block?: number;
  readonly pool?: number;
  /** What the engine generated can be read, if the next prompt repeats it (ideal, DeepSeek, vLLM, SGLang). */
  readonly reuseOutputs?: boolean;
};

/** A request with its times as seconds: unknown ones are the time of the request before it, so that nothing expires. */
export type PolicyRequest = Omit<CacheRequest, "startedAt" | "firstTokenAt" | "endedAt"> & {
  /** ISO 8601. */
  readonly startedAt: string | undefined;
  readonly chain: string;
  readonly start: number;
  /** From when on others can read what it wrote: the first token, else the end of the answer. */
  readonly ready: number;
  /** When the chain's request before it had answered. */
  readonly previousReady: number;
  readonly hasTime: boolean;
};

/** What a cache does with one prompt: read + written + uncached = its tokens. */
export type CacheOutcome = {
  readonly read: number;
  readonly written: number;
  /** The part of `written` that lives an hour. */
  readonly written1h: number;
  readonly uncached: number;
  /** Where the provider promises nothing, between what `read` may lie. */
  readonly range?: { readonly low: number; readonly high: number };
  /** Why the provider would refuse the request. */
  readonly refusal?: string;
};

/** How one provider caches. Facts are data with source and date; the rule is `run`. */
export type CachePolicy = {
  readonly id: PolicyId;
  readonly title: string;
  readonly source: string;
  readonly asOf: string;
  /** Expects nothing of requests without a prompt tree; the usage ledger alone does without. */
  readonly isStructural: boolean;
  /** In order of start; one outcome per request, null where the policy says nothing about it. */
  run(requests: readonly PolicyRequest[], options: PolicyOptions): (CacheOutcome | null)[];
};

/** Everything that was not read is plain input. */
export function readOnly(request: Pick<CacheRequest, "leaf">, read: number): CacheOutcome {
  return { read, written: 0, written1h: 0, uncached: request.leaf.tokens - read };
}

export const tokensOf = (node: PrefixNode | null): number => node?.tokens ?? 0;
