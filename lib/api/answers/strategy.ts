import * as z from "zod";
import type { JsonValue } from "../../conversation/part";
import type { Strategy } from "../../strategies/grammar/strategy";
import { guideOf } from "../../strategies/guide";
import { strategyName } from "../../strategies/names";
import type { StrategyAnswer } from "../schemas/strategy";

/** One entry of `GET /api/strategies`. */
export function strategyAnswer(strategy: Strategy): StrategyAnswer {
  const {
    id,
    alsoCalled = [],
    variantOf = null,
    family,
    product,
    version,
    deterministic,
    reversible,
    cache,
    mode,
    keepsEdits,
  } = strategy;
  const params = z.toJSONSchema(strategy.params, { io: "input" }) as JsonValue;
  return {
    id,
    title: strategyName(id),
    also_called: alsoCalled,
    variant_of: variantOf,
    family,
    product,
    version,
    needs_model: strategy.needsModel,
    model: strategy.needsModel ? "required" : strategy.summarises ? "optional" : "none",
    deterministic,
    reversible,
    cache,
    mode,
    keeps_edits: keepsEdits,
    guide: guideAnswer(strategy),
    params,
  };
}

function guideAnswer(strategy: Strategy): StrategyAnswer["guide"] {
  const { useWhen, trigger, fallback, cost, published } = guideOf(strategy);
  return {
    use_when: useWhen,
    trigger,
    fallback,
    cost,
    published: published && {
      removed: published.removed,
      quality: published.quality,
      measured_on: published.measuredOn,
      source: published.source,
    },
  };
}
