/** A number field's text while it is being edited. */
export type NumberEntry = {
  /** null if nothing was typed since the last save. */
  readonly text: string | null;
  /** True if the browser cannot read the text as a number; `text` is then empty. */
  readonly isUnreadable: boolean;
};

export const UNTOUCHED: NumberEntry = { text: null, isUnreadable: false };

/** The value to save, null for an emptied field; undefined if there is nothing to save. `saving`: the text being saved. */
export function valueToSave({ text, isUnreadable }: NumberEntry, saving: string | null): number | null | undefined {
  if (text === null || isUnreadable || text === saving) return undefined;
  return text.trim() === "" ? null : Number(text);
}

/** The entry after `text` was saved. Text typed meanwhile stays. */
export const afterSave = (entry: NumberEntry, text: string | null): NumberEntry =>
  entry.text === text ? UNTOUCHED : entry;
