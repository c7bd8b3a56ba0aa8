import type { ToolCallPart } from "../../conversation/part";
import { calledFiles } from "../../tools/call-facts";
import { isBeforeField } from "../../tools/content-fields";
import { stringsOf } from "../entities/part-entities";

/** A shorter line, such as a bracket, occurs in too many files to show where it was read. */
const SHORTEST_LINE = 12;
/** What may precede a line of a file: its number in a read, or the sign of a change in a patch. */
const NUMBER = /^\s*\d+ *[→|:\t]/;
const BEFORE_LINE = new RegExp(`${NUMBER.source}|^[+-]`);

const isLong = (line: string): boolean => line.length >= SHORTEST_LINE;

/**
 * Replaced lines. `isCut`: the first line may lack its start, and the last line may lack its end, as in the text that
 * Claude Code's Edit replaces.
 */
export type ReplacedBlock = { readonly lines: readonly string[]; readonly isCut: boolean };

/**
 * The blocks of lines that a call replaces in files, trimmed and without short lines. Empty if the call does not state
 * them.
 */
export function replacedBlocks(call: ToolCallPart): ReplacedBlock[] {
  if (!calledFiles(call).some(({ operation }) => operation === "modified")) return [];
  return [...stringsOf(call.input, ""), ["", call.inputText ?? ""] as const]
    .flatMap(([field, text]) => replacedIn(text, isBeforeField(field)))
    .map(({ lines, isCut }) => ({
      lines: lines.map((line) => line.trim()).filter(isLong),
      isCut,
    }))
    .filter(({ lines }) => lines.length > 0);
}

/** The lines of a text that shows files, trimmed, each with and without what may precede it. */
export const shownLines = (text: string): string[] =>
  text.split("\n").flatMap((line) => [line.trim(), plainLine(line)]);

/**
 * The lines of a text in file order, as in `replacedBlocks`, if consecutive numbers precede all of them; otherwise null.
 * A client's reminders may follow in elements.
 */
export function numberedLines(text: string): string[] | null {
  const [shown = ""] = text.split("\n\n<", 1);
  const lines = shown.trimEnd().split("\n");
  const first = Number.parseInt(lines[0] ?? "", 10);
  const isRun = lines.every((line, at) => isNumbered(line) && Number.parseInt(line, 10) === first + at);
  return isRun ? lines.map(plainLine).filter(isLong) : null;
}

export const isNumbered = (line: string): boolean => NUMBER.test(line);

/** A line without what may precede it, trimmed. */
export const plainLine = (line: string): string => line.replace(BEFORE_LINE, "").trim();

const PATCH = /^(?:\*\*\* Begin Patch|@@)/m;
const SEARCH_BLOCK = /^<{5,9} SEARCH\n([\s\S]*?)^={5,9}$/gm;

const HUNK_START = /^(?:@@|\*\*\*).*$/m;

function replacedIn(text: string, isReplaced: boolean): ReplacedBlock[] {
  const blocks = [...text.matchAll(SEARCH_BLOCK)].map(([, block = ""]) => block);
  if (blocks.length > 0) return blocks.map((block) => ({ lines: block.split("\n"), isCut: false }));
  if (PATCH.test(text)) return text.split(HUNK_START).map((hunk) => ({ lines: linesBefore(hunk), isCut: false }));
  return isReplaced ? [{ lines: text.split("\n"), isCut: true }] : [];
}

/** The lines of a hunk that are in the file before the change. */
const linesBefore = (hunk: string): string[] =>
  hunk.split("\n").flatMap((line) => (/^(?:-(?!--)| )/.test(line) ? line.slice(1) : []));
