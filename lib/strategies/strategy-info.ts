import { z } from "zod";
import type { JsonValue } from "../conversation/part";
import type { CacheClass, Family, Product, Strategy } from "./grammar/strategy";

/** One entry of `GET /api/strategies`. */
export type StrategyInfo = {
  readonly id: string;
  readonly title: string;
  readonly family: Family;
  readonly product: Product;
  readonly version: string;
  readonly needs_model: boolean;
  /** `optional`: a model writes its summaries where one is set, rules do where none is. */
  readonly model: "none" | "optional" | "required";
  readonly deterministic: boolean;
  readonly reversible: boolean;
  readonly cache: CacheClass;
  /** Edits stay what they are as the history grows, without any state. */
  readonly keeps_edits: boolean;
  /** JSON Schema of the parameters as a caller may send them, with defaults and descriptions. */
  readonly params: JsonValue;
};

export function toStrategyInfo(strategy: Strategy): StrategyInfo {
  const { id, title, family, product, version, deterministic, reversible, cache, keepsEdits } = strategy;
  const params = z.toJSONSchema(strategy.params, { io: "input" }) as JsonValue;
  return {
    id,
    title,
    family,
    product,
    version,
    needs_model: strategy.needsModel,
    model: strategy.needsModel ? "required" : strategy.summarises ? "optional" : "none",
    deterministic,
    reversible,
    cache,
    keeps_edits: keepsEdits,
    params,
  };
}
