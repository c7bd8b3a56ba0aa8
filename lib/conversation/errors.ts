/** An expected failure is a value with a stable code; bugs throw. */
export type Failure = {
  readonly code: string;
  readonly message: string;
  /** JSON path or part id of the error. */
  readonly at?: string;
};

export type Result<T, F extends Failure = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: F };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const fail = <F extends Failure>(error: F): { ok: false; error: F } => ({ ok: false, error });
