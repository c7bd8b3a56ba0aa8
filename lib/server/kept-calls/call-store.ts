/** State of an arriving call: unknown, so the caller of `begin` runs it; running; or answered. */
export type KnownCall =
  | { readonly kind: "begun" }
  | { readonly kind: "running" }
  | { readonly kind: "answered"; readonly body: string; readonly json: string };

/** Calls by the hash of their key. The process that began a call ends it with `keep` or `drop`. */
export type CallStore = {
  begin(key: string, body: string): Promise<KnownCall>;
  /** Stores the answer for a day. */
  keep(key: string, body: string, json: string): Promise<void>;
  /** The call failed and may be sent again. */
  drop(key: string): Promise<void>;
};

export const KEPT_MS = 24 * 60 * 60 * 1000;
/** Maximum number of stored answers; the oldest are dropped first. */
export const KEPT_ANSWERS = 500;
