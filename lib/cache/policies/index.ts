import * as z from "zod";
import type { ModelInfo } from "../../models/model-info";
import { anthropicBreakpoints } from "./anthropic";
import { deepseekLegacy, deepseekUnits } from "./deepseek";
import { geminiImplicit } from "./gemini";
import { idealPrefix } from "./ideal";
import { openaiAuto, openaiBreakpoints } from "./openai";
import type { CachePolicy, PolicyContext } from "./policy";
import { sglangRadix } from "./sglang";
import { usageLedger } from "./usage-ledger";
import { vllmBlocks } from "./vllm";

const POLICIES = [
  usageLedger,
  idealPrefix,
  anthropicBreakpoints,
  openaiAuto,
  openaiBreakpoints,
  geminiImplicit,
  deepseekUnits,
  deepseekLegacy,
  vllmBlocks,
  sglangRadix,
] as const;

/** Every policy. To add one, write its file and list it here. Ids, options and labels come from this list. */
export const CACHE_POLICIES: readonly CachePolicy<PolicyId>[] = POLICIES;

export type PolicyId = (typeof POLICIES)[number]["id"];

type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
  ? All
  : never;
type OptionsOf<Policy> =
  Policy extends CachePolicy<string, infer Shape> ? { readonly [Name in keyof Shape]?: z.input<Shape[Name]> } : never;

/** The options of all policies; each policy uses its own. */
export type PolicyOptions = Partial<PolicyContext> & Intersection<OptionsOf<(typeof POLICIES)[number]>>;

export const findPolicy = (id: string): CachePolicy<PolicyId> | null =>
  CACHE_POLICIES.find((policy) => policy.id === id) ?? null;

/** The policy of a model's provider; null if none is known. */
export const cachePolicyOf = (model: ModelInfo | null): CachePolicy<PolicyId> | null =>
  model === null ? null : findPolicy(model.cache.policy);

/** For a request body: every option of every policy, all optional. Strict, so that a misspelt option is reported. */
export const policyOptions = z.strictObject(
  Object.fromEntries(
    optionNames().map((name) => [name, withoutDefault(name).optional().describe(describeOption(name))]),
  ),
);

function optionNames(): string[] {
  return [...new Set(CACHE_POLICIES.flatMap(({ options }) => Object.keys(options)))];
}

/** The option without its default, which may differ between policies. */
function withoutDefault(name: string): z.ZodType {
  const [option] = CACHE_POLICIES.flatMap(({ options }) => options[name] ?? []);
  return option instanceof z.ZodDefault || option instanceof z.ZodOptional ? (option.unwrap() as z.ZodType) : z.never();
}

/** `vllm-blocks: Tokens of a block.`; policies with the same text share one entry. */
function describeOption(name: string): string {
  const policies = new Map<string, string[]>();
  for (const { id, options } of CACHE_POLICIES) {
    const option = options[name] as z.ZodType | undefined;
    const sentence = option && z.globalRegistry.get(option)?.description;
    if (sentence !== undefined) policies.set(sentence, [...(policies.get(sentence) ?? []), id]);
  }
  return [...policies].map(([sentence, ids]) => `${ids.join(", ")}: ${sentence}`).join(" ");
}
