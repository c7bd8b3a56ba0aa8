import * as z from "zod";
import { MESSAGE_COUNT, TOKEN_COUNT } from "../grammar/gauges";
import { choice, whole } from "../grammar/params";
import { all, any, compares, overWindow, requested, type Trigger } from "../grammar/triggers";

/** Limits at which LangChain's middleware runs, compared with `>=`; 0 means unused. */
export const clauseParams = ({ fraction, tokens }: { readonly fraction: number; readonly tokens: number }) => ({
  fraction: z.number().min(0).max(1).default(fraction).describe("Starts at this share of the window; 0 = not used"),
  triggerTokens: whole(tokens, "Starts at this many tokens; 0 = not used"),
  triggerMessages: whole(0, "Starts at this many messages; 0 = not used"),
  clauses: choice(
    ["any", "all"],
    "any: starts at the first of the three limits; all: starts once every limit that is set is reached",
  ),
});

type Clauses = {
  readonly fraction: number;
  readonly triggerTokens: number;
  readonly triggerMessages: number;
  readonly clauses: "any" | "all";
};

/**
 * Fires when any limit is reached or, with `all`, when all are. Without limits the strategy runs only on request. A
 * share of an unknown window never fires.
 */
export function clausesOf(rule: Clauses, window: number | null): Trigger {
  const [first, ...rest] = [
    ...(rule.fraction > 0 ? [atShare(rule.fraction, window)] : []),
    ...(rule.triggerTokens > 0 ? [compares(TOKEN_COUNT, ">=", rule.triggerTokens)] : []),
    ...(rule.triggerMessages > 0 ? [compares(MESSAGE_COUNT, ">=", rule.triggerMessages)] : []),
  ];
  if (!first) return requested;
  return rule.clauses === "any" ? any(first, ...rest) : all(first, ...rest);
}

const atShare = (fraction: number, window: number | null): Trigger =>
  window === null
    ? overWindow({ fraction, reserve: 0, comparison: ">=" })
    : compares(TOKEN_COUNT, ">=", Math.floor(window * fraction));
