"use client";
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from "nuqs";

const ORDERS = ["cost", "tokens", "waste"] as const;
export type Order = (typeof ORDERS)[number];

/** State in the URL; `part` and `kind` are the selection shared by map, list and table. */
const parsers = {
  part: parseAsString,
  kind: parseAsString,
  size: parseAsStringLiteral(["tokens", "cost"] as const).withDefault("tokens"),
  shown: parseAsStringLiteral(["map", "table"] as const).withDefault("map"),
  order: parseAsStringLiteral(ORDERS).withDefault("cost"),
};

export const useCompositionState = () => useQueryStates(parsers, { history: "replace", shallow: true });

/** The shown request, counted from 1; the server then loads its parts. null shows the largest prompt. */
export const useShownRequest = () =>
  useQueryState("request", parseAsInteger.withOptions({ history: "replace", shallow: false }));
