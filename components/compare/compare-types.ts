import type { StrategyInfo } from "@/lib/strategies/strategy-info";
import type { StrategyChoice } from "@/lib/view-models/strategy-choice";

/** A chosen strategy with what `GET /api/strategies` says about it. */
export type Chosen = { readonly choice: StrategyChoice; readonly info: StrategyInfo };
export type { StrategyChoice, StrategyInfo };

export const FAMILIES = [
  { id: "in-place", title: "In place", line: "the shape of the history stays; single parts get smaller" },
  { id: "cut", title: "Cut", line: "whole messages go, oldest first or around a hole" },
  { id: "fold", title: "Fold", line: "older messages become a summary" },
] as const;

export const familyTitle = (id: string): string =>
  FAMILIES.find((family) => family.id === id)?.title.toLowerCase() ?? id;
