"use client";
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from "nuqs";

/** The state in the URL. `request` counts from 1, as on screen; null selects the most expensive break. */
const parsers = {
  request: parseAsInteger,
  policy: parseAsStringLiteral(["none", "ledger", "optimum", "realistic", "calibrated"] as const).withDefault("none"),
  lanes: parseAsStringLiteral(["chart", "table"] as const).withDefault("chart"),
  zoom: parseAsStringLiteral(["1", "2", "4"] as const).withDefault("1"),
};

export const useCacheState = () => useQueryStates(parsers, { history: "replace", shallow: true });
export type CacheState = ReturnType<typeof useCacheState>[0];
export type SetCacheState = ReturnType<typeof useCacheState>[1];
