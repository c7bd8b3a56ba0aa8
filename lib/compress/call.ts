import { Problem } from "../api/problem";
import { fail, ok, type Result } from "../conversation/errors";
import type { ModelNeeds, SummaryInput } from "./summary-rules";

export type CallWarning = { readonly code: string; readonly message: string };

export type CallOptions = {
  /** The model that writes summaries, with what it wrote so far. Without it, summaries are by rule. */
  readonly summaries?: SummaryInput;
  /** Warnings of who read the body, which stand before those of the call. */
  readonly warnings?: readonly CallWarning[];
};

/**
 * `answer`: what the route answers, to be written by `jsonText`, which keeps every number as it was sent. `needs`: there is
 * no answer before a model has written these; call again with what it wrote.
 */
export type CallOutcome =
  | { readonly answer: object; readonly needs: null }
  | { readonly answer: null; readonly needs: ModelNeeds };

export type CallResult = Result<CallOutcome, Problem>;

/** Runs the work of a call. What it refuses becomes a value; bugs still throw. */
export async function asResult<Value>(work: () => Value | Promise<Value>): Promise<Result<Value, Problem>> {
  try {
    return ok(await work());
  } catch (error) {
    if (error instanceof Problem) return fail(error);
    throw error;
  }
}
