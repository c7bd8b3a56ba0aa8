import { type CommandFilter, wholeStart, withRest } from "./git";

const MAX_BUILD_ERRORS = 15;
const MAX_FAILURES = 5;
const MAX_FAILURE_LINES = 8;
const MAX_LOG = { error: 10, warning: 5 } as const;
const LOG_WIDTH = 100;

/** `cargo build`, `check`, `clippy`: one line if it succeeded, otherwise the first fifteen errors. */
export const cargoBuild: CommandFilter = (text) => {
  const errors = text.split(/^(?=error(?:\[E\d+\])?: )/m).filter((block) => block.startsWith("error"));
  if (errors.length > 0) {
    const shown = errors.slice(0, MAX_BUILD_ERRORS).map((error) => (error.split(/\n\s*\n/)[0] ?? "").trimEnd());
    return withRest(shown, errors.length - shown.length, "errors");
  }
  const finished = text.match(/^\s*Finished .*$/m)?.[0]?.trim();
  if (finished === undefined) return null;
  const crates = [...text.matchAll(/^\s*Compiling /gm)].length;
  return `ok ${finished}${crates > 0 ? `, ${crates} crates compiled` : ""}`;
};

/** pytest: the last line and, if tests failed, the first five failures. */
export const pytest: CommandFilter = (text) => {
  const verdict = text.match(
    /^=* ?((?:\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|warnings?|deselected),? ?)+in [^=\n]*?) ?=*$/m,
  )?.[1];
  if (verdict === undefined) return null;
  if (!/failed|error/.test(verdict)) return `ok ${verdict}`;
  const failures = text.split(/^(?=_{3,} .* _{3,}$)/m).filter((block) => block.startsWith("___"));
  const shown = failures.slice(0, MAX_FAILURES).map(failureLines);
  return `${verdict}\n${withRest(shown, failures.length - shown.length, "failures")}`.trimEnd();
};

/** The lines of a failure's block that name the test and show what went wrong and where. */
function failureLines(block: string): string {
  const [head = "", ...lines] = (block.split(/^=+ /m)[0] ?? "").split("\n");
  const telling = lines.filter((line) => /^(E |>|\S+:\d+:)/.test(line)).slice(0, MAX_FAILURE_LINES);
  return [head.replace(/^_+ | _+$/g, ""), ...telling].join("\n");
}

/** tsc: one line if there are no errors, otherwise the errors by file. */
export const tsc: CommandFilter = (text) => {
  const byFile = new Map<string, string[]>();
  for (const [, file = "", place, message] of text.matchAll(/^(\S[^(\n]*)\((\d+,\d+)\): error (TS\d+: .*)$/gm))
    byFile.set(file, [...(byFile.get(file) ?? []), `  ${place} ${message}`]);
  if (byFile.size === 0) return null;
  return [...byFile].map(([file, errors]) => `${file} (${errors.length})\n${errors.join("\n")}`).join("\n");
};

/** Package managers: one line that reports what was done. */
export const installed: CommandFilter = (text) => {
  if (/\b(ERR!|error)\b/i.test(text)) return null;
  const done = text.match(/^(?:added|removed|changed|up to date|audited)\b.*$/m)?.[0];
  return done === undefined ? null : `ok ${done}`;
};

/**
 * Logs: ten errors and five warnings, a hundred characters each. Lines that differ only in numbers appear once, with
 * their count.
 */
export const logLines: CommandFilter = (text) => {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const kinds = { error: new Map<string, [string, number]>(), warning: new Map<string, [string, number]>() };
  for (const line of lines) {
    const kind = /\b(error|fatal|panic|exception)\b/i.test(line)
      ? "error"
      : /\bwarn(ing)?\b/i.test(line)
        ? "warning"
        : null;
    if (kind === null) continue;
    const shape = line.replace(/\d+/g, "0");
    const [first, count] = kinds[kind].get(shape) ?? [line, 0];
    kinds[kind].set(shape, [first, count + 1]);
  }
  if (lines.length < 20) return null;
  const shown = (["error", "warning"] as const).flatMap((kind) => {
    const found = [...kinds[kind].values()].map(([line, count]) => cutLine(line) + (count > 1 ? ` (x${count})` : ""));
    return withRest(found.slice(0, MAX_LOG[kind]), found.length - MAX_LOG[kind], `kinds of ${kind}s`).split("\n");
  });
  return [`${lines.length} lines`, ...shown].filter((line) => line !== "").join("\n");
};

const cutLine = (line: string): string => (line.length <= LOG_WIDTH ? line : wholeStart(line, LOG_WIDTH));

const MAX_MATCHES = 10;

/** `path:line:text`: ten matches per file, under the file's name. */
export const grep: CommandFilter = (text) => {
  const byFile = new Map<string, string[]>();
  const lines = text.split("\n").filter((line) => line !== "");
  for (const line of lines) {
    const [, file, rest] = line.match(/^([^\s:][^:\n]*):(\d+:.*)$/) ?? [];
    if (file === undefined || rest === undefined) return null;
    byFile.set(file, [...(byFile.get(file) ?? []), `  ${cutLine(rest)}`]);
  }
  if (byFile.size === 0) return null;
  return [...byFile]
    .map(([file, found]) => withRest([file, ...found.slice(0, MAX_MATCHES)], found.length - MAX_MATCHES, "matches"))
    .join("\n");
};
