/** Line breaks and other control characters, and those that turn the direction of writing or are not seen at all. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\u2060\ufeff]/gu;

/**
 * A name from a file as it is kept and shown: what cannot be seen, or makes what is seen a lie, stands there by its number, so that
 * `invoice<U+202E>lnosj.exe` does not read as `invoiceexe.jsonl`. A visible name stays as it is, so doing it twice is doing it once.
 */
export const visibleName = (name: string): string =>
  name.toWellFormed().replace(UNSEEN, (character) => {
    const number = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
    return `‹U+${number}›`;
  });
