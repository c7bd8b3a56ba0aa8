import { sentence } from "@/lib/wording/say";
/** A group of keys in the sheet. Each view registers its own; the sheet shows those of the current view. */
export type ShortcutGroup = { title: string; shortcuts: readonly { does: string; keys: readonly string[] }[] };

export const GLOBAL_SHORTCUTS: ShortcutGroup = {
  title: sentence("Everywhere"),
  shortcuts: [
    { does: sentence("find, go to or do anything"), keys: ["Ctrl or ⌘", "K"] },
    { does: sentence("settings"), keys: [","] },
    { does: sentence("close, up"), keys: ["Esc"] },
    { does: sentence("this sheet"), keys: ["?"] },
  ],
};

/** True if a key press is meant for a field, menu or dialog, or has a modifier used by browsers. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return (
    target.closest("input:not([type=checkbox]), textarea, select, [role=menu], [role=listbox], [role=dialog]") !== null
  );
}
