import type { ModelInfo } from "../../models/model-info";
import { anthropicBreakpoints } from "./anthropic";
import { deepseekLegacy, deepseekUnits } from "./deepseek";
import { geminiImplicit } from "./gemini";
import { idealPrefix } from "./ideal";
import { openaiAuto, openaiBreakpoints } from "./openai";
import type { CachePolicy, PolicyId } from "./policy";
import { sglangRadix } from "./sglang";
import { usageLedger } from "./usage-ledger";
import { vllmBlocks } from "./vllm";

/** Every policy; to add one, write its file and put it here. */
export const CACHE_POLICIES: readonly CachePolicy[] = [
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
];

export const findPolicy = (id: string): CachePolicy | null => CACHE_POLICIES.find((policy) => policy.id === id) ?? null;

/** The rule of a model's provider; null where none is known. */
export function policyOf(model: ModelInfo | null): CachePolicy | null {
  const id = model?.cache.policy;
  return id === undefined ? null : findPolicy(id === "deepseek-disk" ? ("deepseek-units" satisfies PolicyId) : id);
}
