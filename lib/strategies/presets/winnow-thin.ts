import { type Part, partText } from "../../conversation/part";
import { excerptLines, namedLines } from "../facts/excerpt";
import type { ShownNames } from "../facts/shown-names";
import { withOutput } from "../grammar/transforms";
import { belowText, leave, mapStrings } from "./winnow-put-aside";

const HEAD = /^\[[^\n]* put aside as out_[0-9a-f]+;[^\n]*/;
const BELOW = /, some below(?=\]$)/;

/** A part that was put aside, with its excerpt cut to this share; null if it has no excerpt. */
export function thinned(part: Part, shown: ShownNames, share: number): Part | null {
  shown.remove(part);
  const shorten = (text: string) => shortenExcerpt(text, shown, share);
  const changed = mapTexts(part, shorten);
  shown.putBack(changed ?? part);
  return changed;
}

function shortenExcerpt(text: string, shown: ShownNames, share: number): string {
  const head = HEAD.exec(text)?.[0];
  if (head === undefined || head.length === text.length) return text;
  const excerpt = text.slice(head.length + 1);
  const { names, has } = shown;
  const lines = share === 0 ? [] : excerptLines(namedLines(excerpt, names), names, has, excerpt.length * share);
  return leave(head.replace(BELOW, belowText(lines.length)), lines);
}

/** The part with its texts changed; null if none changes. */
function mapTexts(part: Part, change: (text: string) => string): Part | null {
  if (part.type === "tool-call") {
    const { inputText: _, ...kept } = part;
    const input = mapStrings(part.input, change);
    return JSON.stringify(input) === JSON.stringify(part.input) ? null : { ...kept, input };
  }
  if (part.type !== "tool-result" && part.type !== "text") return null;
  const text = partText(part);
  const changed = change(text);
  if (changed === text) return null;
  return part.type === "text" ? { ...part, text: changed } : withOutput(part, changed);
}
