import * as z from "zod";
import type { ModelInfo } from "../models/model-info";
import { anthropicBreakpoints } from "./policies/anthropic";
import { openaiAuto, openaiFacts } from "./policies/openai";
import type { CachePolicy } from "./policies/policy";
import { FIVE_MINUTES } from "./time-to-live";

/** Policies that take the life of an entry from the model, with the life that they use if the model has none. */
const LIFE_WITHOUT_MODEL: ReadonlyMap<string, number> = new Map([
  [anthropicBreakpoints.id, FIVE_MINUTES],
  [openaiAuto.id, openaiFacts.ttl],
]);

/** Seconds that a cache entry lives under a policy with its default options; infinite if the policy lets none expire. */
export function entryLife({ id, options }: CachePolicy, model: ModelInfo | null): number {
  const fixed = options.ttl && z.safeParse(options.ttl, undefined).data;
  if (typeof fixed === "number") return fixed;
  const assumed = LIFE_WITHOUT_MODEL.get(id);
  return assumed === undefined ? Number.POSITIVE_INFINITY : (model?.cache.defaultTtlSeconds ?? assumed);
}
