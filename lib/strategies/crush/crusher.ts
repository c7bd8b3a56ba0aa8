/** What is left of a content, and how much of it: `kept` of `total` units. */
export type Crushed = { readonly text: string; readonly kept: number; readonly total: number; readonly unit: string };

/** Shortens the contents it knows, null for the others and if nothing is to be gained. Pure text in, text out. */
export type Crusher = (text: string) => Crushed | null;

/** What must never be left out. */
export const ERROR_WORD =
  /\b(error|errors|exception|fail|failed|failure|fatal|panic|traceback|critical|denied|refused|timed? ?out)\b/i;
