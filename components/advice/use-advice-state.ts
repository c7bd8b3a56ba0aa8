"use client";
import { parseAsArrayOf, parseAsFloat, parseAsString, useQueryStates } from "nuqs";

/** The state in the URL. */
const parsers = {
  /** The saved run that is shown; the newest one if absent. */
  shown: parseAsString,
  /** Price of a lost fact in US dollars; if absent, that of the run. */
  price: parseAsFloat,
  /** Most lost facts per 100 requests that are allowed; if absent, the usual bound. */
  bound: parseAsFloat,
  /** The day on which the advised setting was typed (ISO), to measure the advice again. */
  since: parseAsString,
  /** Ids of the chosen sessions, on the page over sessions; all if absent. */
  only: parseAsArrayOf(parseAsString),
};

export const useAdviceState = () => useQueryStates(parsers, { history: "replace", shallow: true });
