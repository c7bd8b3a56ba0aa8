type Modifiers = { readonly ctrlKey: boolean; readonly metaKey: boolean; readonly altKey: boolean };

/** Whether a key press is the browser's or the system's: Alt and ← goes back in the history. */
export const hasModifier = ({ ctrlKey, metaKey, altKey }: Modifiers): boolean => ctrlKey || metaKey || altKey;
