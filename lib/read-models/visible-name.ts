/** Line breaks and other control characters, writing-direction marks, and invisible characters. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\u2060\ufeff]/gu;

/**
 * A file's name as stored and shown: invisible or misleading characters are replaced by their number, so that
 * `invoice<U+202E>lnosj.exe` does not read as `invoiceexe.jsonl`. Visible names stay unchanged, so the function is
 * idempotent.
 */
export const visibleName = (name: string): string =>
  name.toWellFormed().replace(UNSEEN, (character) => {
    const number = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
    return `‹U+${number}›`;
  });
