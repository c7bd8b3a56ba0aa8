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

/** The state in the URL. `request` counts from 1 within the agent, as on screen and in the links of the other pages. */
const parsers = {
  request: parseAsInteger,
  /** Of older links: the request counted from 0 over all agents. The first choice of a request removes it. */
  at: parseAsInteger,
  s: parseAsArrayOf(parseAsChoice),
  force: parseAsBoolean.withDefault(false),
  run: parseAsBoolean.withDefault(false),
  edit: parseAsString,
  /** The words by which the list of strategies is filtered. */
  find: parseAsString.withDefault(""),
  /** Whether a rule or a model writes summaries; null: the model that is set up, else a rule. */
  sum: parseAsStringLiteral(["rule", "model"] as const),
  rows: parseAsStringLiteral(["all", "changes"] as const),
  row: parseAsInteger,
  /** Slots of the two strategies that are compared with each other. */
  diff: parseAsPair,
  /** The cell whose evidence is open: measure and slot, for example `recall-2`. */
  cell: parseAsString,
  /** The chosen column; null: the recommended one. */
  col: parseAsInteger,
  /** What the recommendation looks for, what a lost fact costs in US dollars (if absent, what was measured), and for how many requests a change pays. */
  goal: parseAsStringLiteral(GOALS).withDefault("balanced"),
  price: parseAsFloat,
  horizon: parseAsInteger,
  /** Whether columns of strategies that changed nothing are shown. */
  idle: parseAsBoolean.withDefault(false),
};

/**
 * The page changes at once, the URL only when the reader pauses, because each change of the URL renders the page
 * around.
 */
const options = { history: "replace", shallow: true, limitUrlUpdates: debounce(200) } as const;

type UrlState = ReturnType<typeof useQueryStates<typeof parsers>>;
export type CompareState = Omit<UrlState[0], "price"> & { readonly price: number };
export type SetCompareState = UrlState[1];

/** @param ownPrice US dollars of a lost fact if the reader sets none. */
export function useCompareState(ownPrice: number): readonly [CompareState, SetCompareState] {
  const [state, setState] = useQueryStates(parsers, options);
  return [{ ...state, price: state.price ?? ownPrice }, setState];
}
