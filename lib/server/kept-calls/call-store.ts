/** What is known of a call when it arrives: nothing, so that the caller of `begin` runs it; or that it runs, or its answer. */
export type KnownCall =
  | { readonly kind: "begun" }
  | { readonly kind: "running" }
  | { readonly kind: "answered"; readonly body: string; readonly json: string };

/** Calls by the hash of their key. Whoever began a call ends it with `keep` or `drop`. */
export type CallStore = {
  begin(key: string, body: string): Promise<KnownCall>;
  /** Keeps the answer for a day. */
  keep(key: string, body: string, json: string): Promise<void>;
  /** The call failed and may be sent again. */
  drop(key: string): Promise<void>;
};

/** How long the answer to a key is kept. */
export const KEPT_MS = 24 * 60 * 60 * 1000;
/** Most answers that are kept; the oldest are dropped first. */
export const KEPT_ANSWERS = 500;
