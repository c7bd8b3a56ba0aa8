import { splitLines } from "../previews/preview";
import type { Crusher } from "./crusher";
import { keepLines } from "./keep-lines";

/** Settings of headroom's diff compressor. */
const MIN_LINES = 50;
const CONTEXT = 2;
const HUNKS_PER_FILE = 10;
const MAX_FILES = 20;

const isFileStart = (line: string) => line.startsWith("diff --git ");
const isHunkStart = (line: string) => line.startsWith("@@ ");
const isChange = (line: string) => /^[+-](?![+-]{2} )/.test(line);

/**
 * Unified diffs: file and hunk headers, and changed lines with two lines of context. At most ten hunks per file and
 * twenty files.
 */
export const crushDiff: Crusher = (text) => {
  const lines = splitLines(text);
  if (lines.length < MIN_LINES || !lines.some(isHunkStart)) return null;
  const wanted = new Set<number>();
  let files = 0;
  let hunks = 0;
  lines.forEach((line, index) => {
    if (isFileStart(line)) {
      files += 1;
      hunks = 0;
    }
    if (isHunkStart(line)) hunks += 1;
    if (files > MAX_FILES || hunks > HUNKS_PER_FILE) return;
    if (hunks === 0 || isHunkStart(line)) wanted.add(index);
    else if (isChange(line)) around(lines, index, wanted);
  });
  return keepLines(lines, wanted);
};

function around(lines: readonly string[], index: number, wanted: Set<number>) {
  wanted.add(index);
  for (const step of [-1, 1])
    for (let distance = 1; distance <= CONTEXT; distance += 1) {
      const at = index + step * distance;
      const line = lines[at];
      if (line === undefined || isHunkStart(line) || isFileStart(line)) break;
      wanted.add(at);
    }
}
