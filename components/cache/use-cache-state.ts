"use client";
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from "nuqs";

/** State in the URL. `request` counts from 1, as on screen; null selects the most expensive break. */
const parsers = {
  request: parseAsInteger,
  policy: parseAsStringLiteral(["none", "ledger", "optimum", "realistic", "calibrated"] as const).withDefault("none"),
  lanes: parseAsStringLiteral(["chart", "table"] as const).withDefault("chart"),
  zoom: parseAsStringLiteral(["1", "2", "4"] as const).withDefault("1"),
};

/** The reader's chosen cache rules for a simulated session. The server then loads their simulation. */
export const useRules = () => useQueryState("rules", parseAsString.withOptions({ history: "replace", shallow: false }));

export const useCacheState = () => useQueryStates(parsers, { history: "replace", shallow: true });
export type CacheState = ReturnType<typeof useCacheState>[0];
export type SetCacheState = ReturnType<typeof useCacheState>[1];
