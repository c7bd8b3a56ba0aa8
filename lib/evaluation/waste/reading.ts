import type { ToolDefinition } from "../../conversation/message";
import { once } from "../../conversation/once";
import { type Part, type ToolCallPart, toolOutputText } from "../../conversation/part";
import { callFacts } from "../../tools/call-facts";
import { shownPaths } from "../artifacts/read-trail";
import { numberedLines, type ReplacedBlock, shownLines } from "../artifacts/replaced-lines";
import type { CarriedPart, Results } from "./waste";

/**
 * A result that shows a file. `whole`: the file's text, if the result contains all of it and nothing else. `lines`: the
 * shown lines, if the result may contain only some of the file's.
 */
export type Reading = {
  readonly shown: CarriedPart;
  readonly paths: readonly string[];
  readonly whole: string | null;
  readonly lines: (() => Lines) | null;
};

/** `run`: the lines in order, if they are known to follow each other in the file. */
type Lines = { readonly run: readonly string[] | null; readonly all: ReadonlySet<string> };

export function readingOf(
  call: Part,
  path: string,
  results: Results,
  tools: readonly ToolDefinition[],
  roots: readonly string[],
): Reading | null {
  const shown = results.get(call);
  if (shown === undefined) return null;
  if (call.type !== "tool-call") return { shown, paths: [path], whole: null, lines: null };
  const paths = shownPaths(call, roots, tools);
  if (!paths.includes(path)) return null;
  const whole = wholeText(call, shown.part, tools);
  return { shown, paths, whole, lines: whole === null ? linesOf(shown) : null };
}

const linesOf = ({ part }: Pick<CarriedPart, "part">) =>
  part.type === "tool-result" ? once(() => linesIn(toolOutputText(part.output))) : null;

function linesIn(text: string): Lines {
  const run = numberedLines(text);
  return { run, all: new Set(run ?? shownLines(text)) };
}

/** True if an edit states the lines that it replaces, and the reading shows none of its blocks. */
export const isElsewhere = (replaced: readonly ReplacedBlock[], { lines }: Reading): boolean =>
  lines !== null && replaced.length > 0 && !replaced.some((block) => isShown(block, lines()));

const isShown = (block: ReplacedBlock, { run, all }: Lines): boolean =>
  run === null ? isAmong(block, all) : isWithin(block, run);

/** Minimum number of lines. Fewer lines of a block, such as a check for an error, recur within a file. */
const MIN_SHOWN_RUN = 3;

/**
 * True if consecutive lines contain the block, or begin or end within it. Lines of the block that recur elsewhere do not
 * count.
 */
function isWithin(block: ReplacedBlock, run: readonly string[]): boolean {
  const { length } = block.lines;
  for (let start = 1 - length; start < run.length; start += 1) {
    const [from, to] = [Math.max(0, start), Math.min(run.length, start + length)];
    if (2 * (to - from) < length && to - from < MIN_SHOWN_RUN) continue;
    let at = from;
    while (at < to && isLine(block, at - start, run[at] ?? "")) at += 1;
    if (at === to) return true;
  }
  return false;
}

/** True for half of a block's lines, or for several in a row, because a reading may begin or end within the block. */
function isAmong(block: ReplacedBlock, all: ReadonlySet<string>): boolean {
  const shown = block.lines.map(
    (line, at) => all.has(line) || (isCutAt(block, at) && [...all].some((text) => isLine(block, at, text))),
  );
  const isRun = (_: boolean, at: number) =>
    at + MIN_SHOWN_RUN <= shown.length && shown.slice(at, at + MIN_SHOWN_RUN).every(Boolean);
  return 2 * shown.filter(Boolean).length >= shown.length || shown.some(isRun);
}

const isCutAt = ({ lines, isCut }: ReplacedBlock, at: number): boolean =>
  isCut && (at === 0 || at === lines.length - 1);

/** True if a shown line is this line of a block, or ends with a cut first line, begins with a last, or contains an only one. */
function isLine(block: ReplacedBlock, at: number, shown: string): boolean {
  const line = block.lines[at] ?? "";
  if (!isCutAt(block, at)) return shown === line;
  if (block.lines.length === 1) return shown.includes(line);
  return at === 0 ? shown.endsWith(line) : shown.startsWith(line);
}

/** What Claude Code 2.1 returns for a second reading of an unchanged file. */
const UNCHANGED = /^File unchanged since last read/;

/**
 * The text of a file that a tool shows from beginning to end. Commands do not count, because they may cut their
 * outputs, nor do unknown tools, which may show a part that their input names in their own way.
 */
function wholeText(call: ToolCallPart, result: Part, tools: readonly ToolDefinition[]): string | null {
  const { basis, showsFile, command, files } = callFacts(call, tools);
  const isWhole = basis === "listed" && showsFile && command === null && files.length === 1 && files[0]?.range === null;
  if (!isWhole || result.type !== "tool-result") return null;
  // Reminders and diagnostics follow in elements.
  const [text = ""] = toolOutputText(result.output).split("\n\n<", 1);
  return UNCHANGED.test(text) ? null : text;
}
