"use client";
import { parseAsArrayOf, parseAsInteger, parseAsString, useQueryStates } from "nuqs";

/** One strategy of each family, and Winnow's own. */
const FIRST_STRATEGIES = ["winnow", "swe-agent-last-n", "roo-truncate", "kilo-truncate"];

/** The state in the URL. `only`: the chosen sessions, all if absent. `shown`: the saved run that is shown. */
const parsers = {
  s: parseAsArrayOf(parseAsString).withDefault(FIRST_STRATEGIES),
  only: parseAsArrayOf(parseAsString),
  cuts: parseAsInteger.withDefault(5),
  shown: parseAsString,
};

export const useCorpusState = () => useQueryStates(parsers, { history: "replace", shallow: true });
export type CorpusState = ReturnType<typeof useCorpusState>[0];
export type SetCorpusState = ReturnType<typeof useCorpusState>[1];
