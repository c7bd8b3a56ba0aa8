import type { ToolDefinition } from "../../conversation/message";
import { once } from "../../conversation/once";
import { type Part, type ToolCallPart, toolOutputText } from "../../conversation/part";
import { callFacts } from "../../tools/call-facts";
import { shownPaths } from "../artifacts/read-trail";
import { type ReplacedBlock, shownLines } from "../artifacts/replaced-lines";
import type { CarriedPart, Results } from "./waste";

/**
 * A result that shows a file. `whole`: the file's text, if the result contains all of it and nothing else. `lines`: the
 * shown lines, if the result may contain only some of the file's.
 */
export type Reading = {
  readonly shown: CarriedPart;
  readonly paths: readonly string[];
  readonly whole: string | null;
  readonly lines: (() => ReadonlySet<string>) | null;
};

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
  part.type === "tool-result" ? once(() => new Set(shownLines(toolOutputText(part.output)))) : null;

/** True if an edit states the lines that it replaces, and the reading shows none of its blocks. */
export const isElsewhere = (replaced: readonly ReplacedBlock[], { lines }: Reading): boolean =>
  lines !== null && replaced.length > 0 && !replaced.some((block) => isShown(block, lines()));

/** Minimum number of lines. Fewer lines of a block, such as a check for an error, recur within a file. */
const MIN_SHOWN_RUN = 3;

/** True for half of a block's lines, or for several in a row, because a reading may begin or end within the block. */
function isShown({ lines: block, isCut }: ReplacedBlock, lines: ReadonlySet<string>): boolean {
  const isEdge = (at: number) => isCut && (at === 0 || at === block.length - 1);
  const shown = block.map((line, at) => lines.has(line) || (isEdge(at) && isPartShown(line, at, block.length, lines)));
  const isRun = (_: boolean, at: number) =>
    at + MIN_SHOWN_RUN <= shown.length && shown.slice(at, at + MIN_SHOWN_RUN).every(Boolean);
  return 2 * shown.filter(Boolean).length >= shown.length || shown.some(isRun);
}

/** True if a shown line ends with the block's first line, begins with its last, or contains its only one. */
function isPartShown(line: string, at: number, count: number, lines: ReadonlySet<string>): boolean {
  const contains = (shown: string) =>
    count === 1 ? shown.includes(line) : at === 0 ? shown.endsWith(line) : shown.startsWith(line);
  return [...lines].some(contains);
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
