import * as z from "zod";
import type { ModelInfo } from "../../models/model-info";
import type { PrefixNode } from "../../requests/prefix-tree";
import type { CacheRequest } from "../cache-request";

/** Context that the caller gives every policy. */
export type PolicyContext = {
  readonly modelOf: (model: string | null) => ModelInfo | null;
  /** True if generated tokens can be read when the next prompt repeats them (ideal, DeepSeek, vLLM, SGLang). */
  readonly reuseOutputs?: boolean;
};

/** A request with times in seconds. An unknown time equals the previous request's, so that nothing expires. */
export type PolicyRequest = Omit<CacheRequest, "startedAt" | "firstTokenAt" | "endedAt"> & {
  /** ISO 8601. */
  readonly startedAt: string | undefined;
  readonly chain: string;
  readonly start: number;
  /** When others can read what it wrote: at the first token or, if that is unknown, at the end of the answer. */
  readonly ready: number;
  /** `ready` of the chain's previous request. */
  readonly previousReady: number;
  readonly hasTime: boolean;
};

/** How a cache treated one prompt: read + written + uncached = its tokens. */
export type CacheOutcome = {
  readonly read: number;
  readonly written: number;
  /** The part of `written` with a time to live of one hour. */
  readonly written1h: number;
  readonly uncached: number;
  /** The range of `read`, if the provider guarantees nothing. */
  readonly range?: { readonly low: number; readonly high: number };
  /** Why the provider would reject the request. */
  readonly refusal?: string;
};

/** A policy's option values: the given ones, otherwise the defaults. */
export type SetOptions<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

type Description<Id extends string, Shape extends z.ZodRawShape> = {
  readonly id: Id;
  /** The policy in a few words. `short` is the caching mode in one or two words, for a table of models. */
  readonly title: string;
  readonly short: string;
  /** One sentence for readers who do not know the provider's rules. */
  readonly summary: string;
  readonly source: string;
  readonly asOf: string;
  /** True if it needs the tree of prompts. Only the usage ledger does not. */
  readonly isStructural: boolean;
  /** Options with defaults. An option of the same name has the same values in every policy. */
  readonly options: Shape;
};

/** How one provider caches: facts with source and date, and the rule as `run`. */
export type CachePolicy<Id extends string = string, Shape extends z.ZodRawShape = z.ZodRawShape> = Description<
  Id,
  Shape
> & {
  /** The policy and options that model the best possible client of this provider, if they differ from these. */
  readonly optimum?: { readonly policy?: CachePolicy; readonly options: Readonly<Record<string, unknown>> };
  /**
   * Takes requests in start order and returns one outcome for each; null if the policy has no prediction. Uses only its
   * own options.
   */
  run(
    requests: readonly PolicyRequest[],
    given: PolicyContext & Readonly<Record<string, unknown>>,
  ): (CacheOutcome | null)[];
};

type Rule<Shape extends z.ZodRawShape> = (
  requests: readonly PolicyRequest[],
  options: SetOptions<Shape> & PolicyContext,
) => (CacheOutcome | null)[];

/** Defines a policy whose `run` receives its own options with defaults, without those of other policies. */
export function definePolicy<const Id extends string, Shape extends z.ZodRawShape>({
  run,
  ...policy
}: Omit<CachePolicy<Id, Shape>, "run"> & { readonly run: Rule<Shape> }): CachePolicy<Id, Shape> {
  const schema = z.object(policy.options);
  return {
    ...policy,
    run: (requests, { modelOf, reuseOutputs = false, ...given }) =>
      run(requests, { ...schema.parse(given), modelOf, reuseOutputs }),
  };
}

/** The outcome with everything unread as plain input. */
export function readOnly(request: Pick<CacheRequest, "leaf">, read: number): CacheOutcome {
  return { read, written: 0, written1h: 0, uncached: request.leaf.tokens - read };
}

export const tokensOf = (node: PrefixNode | null): number => node?.tokens ?? 0;

/** The outcome with everything as plain input. */
export const asPlainInput = ({ read, written, uncached }: CacheOutcome): CacheOutcome => ({
  read: 0,
  written: 0,
  written1h: 0,
  uncached: read + written + uncached,
});
