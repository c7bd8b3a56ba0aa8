"use client";
import { parseAsArrayOf, parseAsInteger, parseAsString, useQueryStates } from "nuqs";

/** One of each kind, and ours. */
const FIRST_STRATEGIES = ["winnow", "swe-agent-last-n", "roo-truncate", "kilo-truncate"];

/** What a copied link reopens. `only`: the chosen sessions; absent: all. `shown`: a saved run. */
const parsers = {
  s: parseAsArrayOf(parseAsString).withDefault(FIRST_STRATEGIES),
  only: parseAsArrayOf(parseAsString),
  cuts: parseAsInteger.withDefault(5),
  shown: parseAsString,
};

export const useCorpusState = () => useQueryStates(parsers, { history: "replace", shallow: true });
export type CorpusState = ReturnType<typeof useCorpusState>[0];
export type SetCorpusState = ReturnType<typeof useCorpusState>[1];
