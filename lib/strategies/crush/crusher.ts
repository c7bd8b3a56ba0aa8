/** What is left of a text, and how much: `kept` of `total` units. */
export type Crushed = { readonly text: string; readonly kept: number; readonly total: number; readonly unit: string };

/** Shortens the texts it recognises; null for others, or if nothing would be saved. Pure text in, text out. */
export type Crusher = (text: string) => Crushed | null;

/** Lines with these words are never left out. */
export const ERROR_WORD =
  /\b(error|errors|exception|fail|failed|failure|fatal|panic|traceback|critical|denied|refused|timed? ?out)\b/i;
