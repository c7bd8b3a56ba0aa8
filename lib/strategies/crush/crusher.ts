/** A shortened text, with `kept` of its `total` units. */
export type Crushed = { readonly text: string; readonly kept: number; readonly total: number; readonly unit: string };

/** Shortens the texts that it recognises; null for other texts, or if nothing would be saved. A pure function. */
export type Crusher = (text: string) => Crushed | null;

/** Lines with these words are never left out. */
export const ERROR_WORD =
  /\b(error|errors|exception|fail|failed|failure|fatal|panic|traceback|critical|denied|refused|timed? ?out)\b/i;
