import { hasModifier } from "@/components/ui/has-modifier";
import { type Say, type Sentence, sentence } from "@/lib/wording/say";

type Group<Text> = { title: Text; shortcuts: readonly { does: Text; keys: readonly string[] }[] };
/** A group of keys. Each view registers its own; the sheet shows those of the current view. */
export type ShortcutGroup = Group<Sentence>;
/** A group whose descriptions are in the reader's language. */
export type SaidGroup = Group<string>;

export const sayGroup = ({ title, shortcuts }: ShortcutGroup, say: Say): SaidGroup => ({
  title: say(title),
  shortcuts: shortcuts.map(({ does, keys }) => ({ does: say(does), keys })),
});

export const GLOBAL_SHORTCUTS: ShortcutGroup = {
  title: sentence("Everywhere"),
  shortcuts: [
    { does: sentence("find, go to or do anything"), keys: ["Ctrl or ⌘", "K"] },
    { does: sentence("settings"), keys: [","] },
    { does: sentence("close or go up"), keys: ["Esc"] },
    { does: sentence("this sheet"), keys: ["?"] },
  ],
};

/**
 * Menus and lists that open over the page use letters to choose an entry. Lists in the page, such as the list of
 * requests, do not.
 */
const OWN_KEYS =
  "input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu], [data-radix-popper-content-wrapper]";

/** True if a key press is meant for a field, menu or dialog, or has a modifier used by browsers. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || hasModifier(event)) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return target.closest(OWN_KEYS) !== null;
}
