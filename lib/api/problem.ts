import type { Failure } from "../conversation/errors";

export type ProblemDetail = { readonly pointer?: string; readonly line?: number; readonly detail: string };

/**
 * Details of a problem for the caller (RFC 9457). Additional members help to correct the call, for example the smallest
 * reachable budget.
 */
export type ProblemOptions = {
  readonly errors?: readonly ProblemDetail[];
  readonly headers?: Record<string, string>;
  readonly extra?: Record<string, unknown>;
};

/**
 * An expected failure of a call. The server returns it as its answer; a program in the same process receives it as a
 * value.
 */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly options: ProblemOptions = {},
  ) {
    super(detail);
  }
}

/** Turns a failure value of lib/ into a problem. */
export const problemOf = (status: number, failure: Failure): Problem =>
  new Problem(status, failure.code, failure.message, {
    ...(failure.at !== undefined && { errors: [{ pointer: failure.at, detail: failure.message }] }),
  });
