import type { ShownPart } from "@/lib/view-models/composition/composition-view";
import { formatRequestReference, formatTokens } from "@/lib/wording/number-format";

/** Estimated widths in pixels of text of 11 px. */
const LETTER = 6.2;
const DIGIT = 6.9;
const HASH = 8;
const BETWEEN = 10;

type Named = Pick<ShownPart, "label" | "tool" | "tokens" | "first">;

/**
 * What a tile says, in one line or two: its name, and of its tokens and the request it came with as much as there is room for.
 * The request comes first, because many parts have the same name; how many tokens there are is seen from the area.
 */
export function tileText(part: Named, kind: string, width: number, height: number): readonly (string | undefined)[] {
  const room = width - 8;
  if (room < 38 || height < 17) return [];
  const name = part.label.split(/[/\\]/).at(-1) || part.tool || kind;
  const request = formatRequestReference(part.first);
  const requestWidth = HASH + (request.length - 1) * DIGIT;
  if (height >= 32) {
    const both = `${formatTokens(part.tokens)} · ${request}`;
    const fitsBoth = formatTokens(part.tokens).length * DIGIT + BETWEEN + requestWidth <= room;
    return [cut(name, room), fitsBoth ? both : requestWidth <= room ? request : undefined];
  }
  const left = room - requestWidth - 4;
  return [left >= 4 * LETTER ? `${cut(name, left)} ${request}` : cut(name, room)];
}

/** As many letters as there is room for; the last one is then an ellipsis. */
function cut(text: string, room: number): string {
  const letters = Math.floor(room / LETTER);
  return text.length > letters ? `${text.slice(0, Math.max(1, letters - 1))}…` : text;
}
