import { wholeStart } from "./commands/git";

const EDGE = 3;
const SHORTEST_KEY = 8;
const MAX_BLOCK = 12;
const CUT = " [cut] ";

/** Lines that describe a failure or its location are never cut. */
const TELLING =
  /^\S+:\d+|^\s*(File "|at )|error|exception|traceback|panic:|fatal|^(FAILED|PASS|FAIL|ok) |exit (code|status)|^[+-]{1,3}[^+-]|^@@ |https?:\/\//i;
const IS_DIFF = /^(diff --git |@@ |Index: |--- |\+\+\+ )/m;

/** Cuts the middle out of lines over `most` characters; removes and counts repeated lines, except at the ends. */
export function capLines(text: string, most: number): string {
  const lines = IS_DIFF.test(text) ? text.split("\n") : countRepeats(text.split("\n"));
  return lines.map((line) => (line.length <= most || TELLING.test(line) ? line : cutMiddle(line, most))).join("\n");
}

function cutMiddle(line: string, most: number): string {
  const room = most - CUT.length;
  const head = Math.floor((room * 2) / 3);
  const start = line.length - (room - head);
  return wholeStart(line, head) + CUT + line.slice(/[\uDC00-\uDFFF]/.test(line[start] ?? "") ? start + 1 : start);
}

/** Keeps the first of equal lines, with their count; the first and last three lines stay unchanged. */
function countRepeats(lines: readonly string[]): readonly string[] {
  if (lines.length <= 2 * EDGE) return lines;
  const keyOf = (line: string, index: number) =>
    index < EDGE || index >= lines.length - EDGE || line.trim().length < SHORTEST_KEY ? null : line.trim();
  const counts = new Map<string, number>();
  lines.forEach((line, index) => {
    const key = keyOf(line, index);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  const seen = new Set<string>();
  return lines.flatMap((line, index) => {
    const key = keyOf(line, index);
    const count = key === null ? 1 : (counts.get(key) ?? 1);
    if (key === null || count === 1) return [line];
    if (seen.has(key)) return [];
    seen.add(key);
    return [`${line} (x${count})`];
  });
}

/** Maximum length of a progress bar in characters; longer lines are not tested. */
const LONGEST_BAR = 400;
const PROGRESS = /^[\s\d./%|=><:\-[\]()x,█━▏▎▍▌▋▊▉►]*[%█━▏▎▍▌▋▊▉►][\s\d./%|=><:\-[\]()x,█━▏▎▍▌▋▊▉►]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with a control character
const COLOURS = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;

/**
 * Removes terminal colours, progress bars and repeated blank lines; immediate repeats of a block of up to twelve
 * lines collapse to one.
 */
export function withoutNoise(text: string): string {
  const lines = text
    .replace(COLOURS, "")
    .split("\n")
    .filter((line) => line.trim() === "" || line.length > LONGEST_BAR || !PROGRESS.test(line));
  const solid = lines.filter((line, index) => line.trim() !== "" || (lines[index - 1] ?? "").trim() !== "");
  return foldBlocks(solid).join("\n");
}

function foldBlocks(lines: readonly string[]): string[] {
  const written: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const repeat = repeatAt(lines, at);
    if (repeat === null) {
      written.push(lines[at] as string);
      at += 1;
      continue;
    }
    written.push(
      ...lines.slice(at, at + repeat.size),
      `[the ${repeat.size} lines above, ${repeat.times} times in all]`,
    );
    at += repeat.size * repeat.times;
  }
  return written;
}

/**
 * The smallest block at this line that repeats at least twice more; fewer repeats would be shorter than the note that
 * replaces them.
 */
function repeatAt(lines: readonly string[], at: number): { size: number; times: number } | null {
  for (let size = 1; size <= MAX_BLOCK; size += 1) {
    let times = 1;
    while (isSame(lines, at, at + size * times, size)) times += 1;
    if (times >= 3) return { size, times };
  }
  return null;
}

function isSame(lines: readonly string[], at: number, other: number, size: number): boolean {
  if (other + size > lines.length) return false;
  for (let step = 0; step < size; step += 1) if (lines[at + step] !== lines[other + step]) return false;
  return true;
}
