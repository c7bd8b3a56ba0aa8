import { diffLines, diffWordsWithSpace } from "diff";

/** A run of lines in a diff. `words` marks changes within a pair of short blocks. */
export type TextBlock = {
  readonly kind: "same" | "removed" | "added" | "folded";
  readonly lines: readonly string[];
  readonly words?: readonly { readonly text: string; readonly isChanged: boolean }[];
  /** Number of omitted lines; 0 except for `folded`. */
  readonly folded: number;
};

/** Above this many edits a line diff would block the page; both texts are then shown whole. */
const MAX_EDITS = 500;
/** Maximum characters of two blocks compared word by word. */
const WORDS_LENGTH = 2_000;
/** Unchanged lines shown around a change; longer runs are folded. */
const AROUND = 3;

/** The difference from `before` to `after`: by lines, and by words if a block was rewritten. */
export function toTextDifference(before: string, after: string): TextBlock[] {
  const parts = diffLines(before, after, { maxEditLength: MAX_EDITS }) ?? [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ];
  const blocks: TextBlock[] = [];
  for (const [at, { removed, added, value }] of parts.entries()) {
    const next = parts[at + 1];
    const previous = parts[at - 1];
    if (!removed && !added) blocks.push(...fold(linesOf(value), at === 0, at === parts.length - 1));
    else if (removed && next?.added) blocks.push(block("removed", value, wordsOf(value, next.value, "removed")));
    else if (added && previous?.removed) blocks.push(block("added", value, wordsOf(previous.value, value, "added")));
    else blocks.push(block(removed ? "removed" : "added", value));
  }
  return blocks;
}

const linesOf = (value: string): string[] => value.replace(/\n$/, "").split("\n");

function block(kind: "removed" | "added", value: string, words?: TextBlock["words"]): TextBlock {
  return { kind, lines: linesOf(value), ...(words && { words }), folded: 0 };
}

function fold(lines: readonly string[], isFirst: boolean, isLast: boolean): TextBlock[] {
  const head = isFirst ? 0 : AROUND;
  const tail = isLast ? 0 : AROUND;
  const folded = lines.length - head - tail;
  if (folded <= 2) return [{ kind: "same", lines, folded: 0 }];
  const same = (part: readonly string[]): TextBlock[] =>
    part.length === 0 ? [] : [{ kind: "same", lines: part, folded: 0 }];
  return [
    ...same(lines.slice(0, head)),
    { kind: "folded", lines: [], folded },
    ...same(lines.slice(lines.length - tail)),
  ];
}

function wordsOf(before: string, after: string, kept: "removed" | "added"): TextBlock["words"] {
  if (before.length + after.length > WORDS_LENGTH) return undefined;
  const words = diffWordsWithSpace(before.replace(/\n$/, ""), after.replace(/\n$/, ""));
  const own = words.filter((word) => (kept === "removed" ? !word.added : !word.removed));
  // Two texts that share almost nothing are easier to read as blocks.
  const shared = own.reduce((sum, { added, removed, value }) => sum + (added || removed ? 0 : value.length), 0);
  const all = own.reduce((sum, { value }) => sum + value.length, 0);
  if (shared < all * 0.3) return undefined;
  return own.map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }));
}
