"use client";
import {
  createParser,
  debounce,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from "nuqs";
import { decodeChoice, encodeChoice, type StrategyChoice } from "@/lib/view-models/strategy-choice";
import { type DiffPair, decodePair, encodePair } from "@/lib/view-models/strategy-diff";

const parseAsChoice = createParser<StrategyChoice>({
  parse: decodeChoice,
  serialize: encodeChoice,
  eq: (a, b) => encodeChoice(a) === encodeChoice(b),
});

const parseAsPair = createParser<DiffPair>({
  parse: decodePair,
  serialize: encodePair,
  eq: (a, b) => encodePair(a) === encodePair(b),
});

/** What a copied link reopens. `at` counts from 0 over all agents, as the API does. */
const parsers = {
  at: parseAsInteger,
  s: parseAsArrayOf(parseAsChoice),
  force: parseAsBoolean.withDefault(false),
  run: parseAsBoolean.withDefault(false),
  edit: parseAsString,
  /** What the list of strategies is filtered by. */
  find: parseAsString.withDefault(""),
  /** Who writes the summaries of folds. */
  sum: parseAsStringLiteral(["rule", "model"] as const).withDefault("rule"),
  rows: parseAsStringLiteral(["all", "changes"] as const),
  row: parseAsInteger,
  /** Slots of the two strategies that are shown against each other. */
  diff: parseAsPair,
  /** The cell whose evidence is open: `recall-2` is the measure and the slot. */
  cell: parseAsString,
  col: parseAsInteger.withDefault(0),
};

/** The page answers at once; the link follows when the reader pauses, for each change of it redraws what is around. */
const options = { history: "replace", shallow: true, limitUrlUpdates: debounce(200) } as const;

export const useCompareState = () => useQueryStates(parsers, options);
export type CompareState = ReturnType<typeof useCompareState>[0];
export type SetCompareState = ReturnType<typeof useCompareState>[1];
