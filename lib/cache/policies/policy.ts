import * as z from "zod";
import type { ModelInfo } from "../../models/model-info";
import type { PrefixNode } from "../../requests/prefix-tree";
import type { CacheRequest } from "../cache-request";

/** What the caller of a policy knows and nobody sets. */
export type PolicyContext = {
  readonly modelOf: (model: string | null) => ModelInfo | null;
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

/** The values that a policy's options take: what is set, else the default. */
export type SetOptions<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

type Description<Id extends string, Shape extends z.ZodRawShape> = {
  readonly id: Id;
  /** The policy in a few words; `short` says in one or two how a prefix gets cached, for a table of models. */
  readonly title: string;
  readonly short: string;
  /** One sentence for somebody who does not know the provider's rules. */
  readonly summary: string;
  readonly source: string;
  readonly asOf: string;
  /** Expects nothing of requests without a prompt tree; the usage ledger alone does without. */
  readonly isStructural: boolean;
  /** What may be set, with its default; an option of the same name takes the same values in every policy. */
  readonly options: Shape;
};

/** How one provider caches. Facts are data with source and date; the rule is `run`. */
export type CachePolicy<Id extends string = string, Shape extends z.ZodRawShape = z.ZodRawShape> = Description<
  Id,
  Shape
> & {
  /** The best that a client could reach under this rule, where that is not the rule itself. */
  readonly optimum?: { readonly policy?: CachePolicy; readonly options: Readonly<Record<string, unknown>> };
  /** In order of start; one outcome per request, null where the policy says nothing about it. Looks at its own options. */
  run(
    requests: readonly PolicyRequest[],
    given: PolicyContext & Readonly<Record<string, unknown>>,
  ): (CacheOutcome | null)[];
};

type Rule<Shape extends z.ZodRawShape> = (
  requests: readonly PolicyRequest[],
  options: SetOptions<Shape> & PolicyContext,
) => (CacheOutcome | null)[];

/** A policy whose rule gets its own options with their defaults; what belongs to another policy is left out. */
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

/** Everything that was not read is plain input. */
export function readOnly(request: Pick<CacheRequest, "leaf">, read: number): CacheOutcome {
  return { read, written: 0, written1h: 0, uncached: request.leaf.tokens - read };
}

export const tokensOf = (node: PrefixNode | null): number => node?.tokens ?? 0;
