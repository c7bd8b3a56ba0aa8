import { partText } from "../../conversation/part";
import type { Shown } from "../shown";
import { contentWords } from "./sentences";

/** An answer or state counts as restated if one window contains this share of its content words. */
export const TOLD_AGAIN = 0.7;

/** A restatement may span this many lines. */
const WINDOW_LINES = 3;

/** Content words of each window of adjacent lines that the strategy wrote. */
export type Windows = readonly ReadonlySet<string>[];

export function windowsOf({ written }: Pick<Shown, "written">): Windows {
  return written.flatMap((part) => {
    const lines = partText(part)
      .split("\n")
      .filter((line) => line.trim() !== "");
    const starts = Math.max(1, lines.length - WINDOW_LINES + 1);
    return Array.from({ length: lines.length === 0 ? 0 : starts }, (_, start) =>
      contentWords(lines.slice(start, start + WINDOW_LINES).join("\n")),
    );
  });
}

/** The largest share of the words that one window contains, counting only windows with all required words. */
export function bestShare(words: ReadonlySet<string>, windows: Windows, required: readonly string[] = []): number {
  let best = 0;
  for (const window of windows) {
    if (!required.every((word) => window.has(word))) continue;
    let found = 0;
    for (const word of words) if (window.has(word)) found += 1;
    best = Math.max(best, found / words.size);
  }
  return words.size === 0 ? 1 : best;
}
