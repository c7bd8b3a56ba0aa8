import { splitLines } from "../previews/preview";
import { type Crusher, ERROR_WORD } from "./crusher";
import { keepLines } from "./keep-lines";

/** Settings of headroom's log compressor. */
const MIN_LINES = 50;
const MAX_ERRORS = 10;
const MAX_WARNINGS = 5;
const CONTEXT = 3;
const MAX_TRACES = 3;
const TRACE_LINES = 20;
const MAX_KEPT = 100;

const WARNING = /\bwarn(ing)?\b/i;
const TRACE = /^\s+at \S|^\s*File ".*", line \d+|^Traceback \(|^\s*at .*\(.*:\d+/;
const SUMMARY =
  /\b(\d+ (passed|failed|errors?|warnings?|tests?)|finished in|done in|exit(ed)? (code|status)|total:?|summary)\b|^=+ .* =+$/i;
const LOG_LINE =
  /^\s*(\[?\d{4}-\d{2}-\d{2}|\[?\d{2}:\d{2}:\d{2}|\[?(TRACE|DEBUG|INFO|WARN|ERROR|FATAL)\b)|npm (ERR|WARN)|^(PASS|FAIL|ok|not ok)\b|\b(passed|failed|compiling|building|downloading)\b/i;

/** Build and application logs: errors with surrounding lines, stack traces, each warning once, and summary lines. */
export const crushLog: Crusher = (text) => {
  const lines = splitLines(text);
  if (lines.length < MIN_LINES || !looksLikeLog(lines)) return null;
  const wanted = new Set<number>([0, lines.length - 1]);
  for (const index of endsFirst(indexesOf(lines, ERROR_WORD), MAX_ERRORS)) around(index, lines.length, wanted);
  for (const start of traceStarts(lines).slice(0, MAX_TRACES))
    for (let at = start; at < Math.min(start + TRACE_LINES, lines.length) && TRACE.test(lines[at] ?? ""); at += 1)
      wanted.add(at);
  for (const index of distinctLines(lines, indexesOf(lines, WARNING)).slice(0, MAX_WARNINGS)) wanted.add(index);
  for (const index of indexesOf(lines, SUMMARY).slice(-MAX_WARNINGS)) wanted.add(index);
  return keepLines(lines, new Set([...wanted].slice(0, MAX_KEPT)));
};

function looksLikeLog(lines: readonly string[]): boolean {
  const sample = lines.slice(0, 200);
  return sample.filter((line) => LOG_LINE.test(line) || TRACE.test(line)).length >= sample.length * 0.3;
}

const indexesOf = (lines: readonly string[], pattern: RegExp): number[] =>
  lines.flatMap((line, index) => (pattern.test(line) ? [index] : []));

/** Moves the first and last items before the ones in between. */
function endsFirst(indexes: readonly number[], count: number): number[] {
  if (indexes.length <= count) return [...indexes];
  const half = Math.ceil(count / 2);
  return [...indexes.slice(0, half), ...indexes.slice(half - count)];
}

function around(index: number, length: number, wanted: Set<number>) {
  for (let at = Math.max(0, index - CONTEXT); at <= Math.min(length - 1, index + CONTEXT); at += 1) wanted.add(at);
}

const traceStarts = (lines: readonly string[]): number[] =>
  lines.flatMap((line, index) => (TRACE.test(line) && !TRACE.test(lines[index - 1] ?? "") ? [index] : []));

/** Drops lines that differ from an earlier one only in numbers. */
function distinctLines(lines: readonly string[], indexes: readonly number[]): number[] {
  const seen = new Set<string>();
  return indexes.filter((index) => {
    const shape = (lines[index] ?? "").replace(/\d+/g, "0");
    return seen.has(shape) ? false : Boolean(seen.add(shape));
  });
}
