"use client";
import { parseAsArrayOf, parseAsFloat, parseAsString, useQueryStates } from "nuqs";

const parsers = {
  /** The saved run shown; by default the newest. */
  shown: parseAsString,
  /** Price of a lost fact in US dollars; by default the run's. */
  price: parseAsFloat,
  /** Maximum number of lost facts per 100 requests; if absent, the default bound. */
  bound: parseAsFloat,
  /** Day the advised setting was applied (ISO), for checking the advice afterwards. */
  since: parseAsString,
  /** Ids of the chosen sessions, on the page over sessions; absent: all. */
  only: parseAsArrayOf(parseAsString),
};

export const useAdviceState = () => useQueryStates(parsers, { history: "replace", shallow: true });
