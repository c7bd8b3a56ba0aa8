"use client";
import {
  createParser,
  debounce,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsFloat,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from "nuqs";
import { GOALS } from "@/lib/view-models/compare/recommendation";
import { decodeChoice, encodeChoice, type StrategyChoice } from "@/lib/view-models/compare/strategy-choice";
import { type DiffPair, decodePair, encodePair } from "@/lib/view-models/compare/strategy-diff";

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

/** Sections below the rows that decide; closed until asked for. */
export const FOLDS = ["measures", "lost", "side", "more"] as const;
export type FoldName = (typeof FOLDS)[number];

/** State in the URL. `request` counts from 1 within the agent, as on screen and in other pages' links. */
const parsers = {
  request: parseAsInteger,
  /** From older links: the request counted from 0 over all agents. Removed on the first choice of a request. */
  at: parseAsInteger,
  s: parseAsArrayOf(parseAsChoice),
  force: parseAsBoolean.withDefault(false),
  run: parseAsBoolean.withDefault(false),
  /** Whether the list of strategies is open once a comparison has been run. */
  setup: parseAsBoolean.withDefault(false),
  edit: parseAsString,
  /** Filter words of the strategy list. */
  find: parseAsString.withDefault(""),
  /** Whether a rule or a model writes summaries; null for the configured model, or a rule if there is none. */
  sum: parseAsStringLiteral(["rule", "model"] as const),
  rows: parseAsStringLiteral(["all", "changes"] as const),
  row: parseAsInteger,
  /** Slots of the two strategies compared with each other. */
  diff: parseAsPair,
  /** The cell with open evidence: measure and slot, for example `recall-2`. */
  cell: parseAsString,
  /** The chosen column; null: the recommended one. */
  col: parseAsInteger,
  /**
   * The recommendation's goal, the price of a lost fact in US dollars (if absent, the measured one), and the
   * number of requests within which a change must pay for itself.
   */
  goal: parseAsStringLiteral(GOALS).withDefault("balanced"),
  price: parseAsFloat,
  horizon: parseAsInteger,
  /** Whether columns of strategies that changed nothing are shown. */
  idle: parseAsBoolean.withDefault(false),
  open: parseAsArrayOf(parseAsStringLiteral(FOLDS)).withDefault([]),
};

/**
 * The page changes immediately, the URL only when the reader pauses, because each change of the URL re-renders the
 * surrounding page.
 */
const options = { history: "replace", shallow: true, limitUrlUpdates: debounce(200) } as const;

type UrlState = ReturnType<typeof useQueryStates<typeof parsers>>;
export type CompareState = Omit<UrlState[0], "price"> & { readonly price: number };
export type SetCompareState = UrlState[1];

/** @param ownPrice default price of a lost fact in US dollars. */
export function useCompareState(ownPrice: number): readonly [CompareState, SetCompareState] {
  const [state, setState] = useQueryStates(parsers, options);
  return [{ ...state, price: state.price ?? ownPrice }, setState];
}
