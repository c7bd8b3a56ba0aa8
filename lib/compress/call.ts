import { Problem } from "../api/problem";
import { fail, ok, type Result } from "../conversation/errors";
import type { ModelNeeds, SummaryInput } from "./summary-rules";

export type CallWarning = { readonly code: string; readonly message: string };

export type CallOptions = {
  /** The model that writes summaries, and its summaries so far. Without it, rules write them. */
  readonly summaries?: SummaryInput;
  /** Warnings from reading the body, listed before the call's own. */
  readonly warnings?: readonly CallWarning[];
};

/**
 * `answer`: the route's answer, to be written with `jsonText`, which preserves every number. `needs`: summaries that a
 * model must write before the call is repeated with them.
 */
export type CallOutcome =
  | { readonly answer: object; readonly needs: null }
  | { readonly answer: null; readonly needs: ModelNeeds };

export type CallResult = Result<CallOutcome, Problem>;

/** Runs a call. A `Problem` becomes a value; bugs still throw. */
export async function asResult<Value>(work: () => Value | Promise<Value>): Promise<Result<Value, Problem>> {
  try {
    return ok(await work());
  } catch (error) {
    if (error instanceof Problem) return fail(error);
    throw error;
  }
}
