import { findPolicy } from "../../cache/policies";
import { PUBLISHED_WINDOWS } from "../../models/data/window-table";
import type { CacheRules, ModelInfo } from "../../models/model-info";
import { YOURS } from "../../models/own-row";
import { resolveModel } from "../../models/resolve-model";
import { describeTokenizer } from "../../tokenizers/tokenizer";
import { english, type Say } from "../../wording/say";
import type { ModelTableRow } from "./model-table";

/**
 * The rows of the models page. Separate from model-table.ts, so that a browser sorting them need not load all models.
 */
export function toModelTable(
  models: readonly ModelInfo[],
  say: Say = english,
  sessions: ReadonlyMap<string, number> = new Map(),
): ModelTableRow[] {
  const printed = new Map(PUBLISHED_WINDOWS.map(({ name, printed }) => [resolveModel(name)?.id, printed]));
  return models.map((model) => toRow(model, printed.get(model.id) ?? null, sessions.get(model.id) ?? 0, say));
}

function toRow(model: ModelInfo, printed: string | null, sessions: number, say: Say): ModelTableRow {
  const { prices } = model;
  const own = (rate: number | undefined) => (rate === undefined || rate === prices?.input ? null : rate);
  return {
    id: model.id,
    title: model.title,
    provider: model.provider,
    released: model.releaseDate,
    window: model.window,
    extendedWindow: model.extendedWindow,
    printed,
    maxOutput: model.maxOutput,
    input: prices?.input ?? null,
    output: prices?.output ?? null,
    cacheRead: own(prices?.cacheRead),
    cacheWrite: own(prices?.cacheWrite5m),
    stepAt: prices?.longContext?.aboveTokens ?? null,
    inputAbove: prices?.longContext?.input ?? null,
    hasPeriods: (prices?.periods?.length ?? 0) > 1,
    cacheRule: cacheRuleText(model.cache, say),
    tokenizer: model.tokenizer,
    isExact: describeTokenizer(model.tokenizer).basis === "exact",
    isOwn: model.sources.some(({ source }) => source === YOURS),
    sessions,
    disagreements: new Set(model.disagreements?.map(({ field }) => field)).size,
  };
}

/** `breakpoints; kept 5 m; from 1,024 tokens`: caching mode, lifetime and minimum of a prefix; null if all are unknown. */
export function cacheRuleText(
  { policy, minimumTokens, defaultTtlSeconds }: CacheRules,
  say: Say = english,
): string | null {
  const parts = [
    say.known(findPolicy(policy)?.short ?? ""),
    defaultTtlSeconds === null ? "" : say("kept {minutes} m", { minutes: defaultTtlSeconds / 60 }),
    minimumTokens === null ? "" : say("from {tokens} tokens", { tokens: minimumTokens.toLocaleString("en") }),
  ].filter((part) => part !== "");
  return parts.join(say("; ")) || null;
}
