import { splitLines } from "../previews/preview";
import type { Crusher } from "./crusher";
import { keepLines } from "./keep-lines";

/** Settings of headroom's search compressor. */
const PER_FILE = 5;
const MAX_TOTAL = 30;
const MAX_FILES = 15;
const MATCH = /^(?:\.\/)?([^\s:][^:\n]*\.[A-Za-z0-9]+|[^\s:]+\/[^\s:]+):(\d+)[:-]/;

/** `path:line:text` results: five per file, including the first and the last, for fifteen files. */
export const crushSearch: Crusher = (text) => {
  const lines = splitLines(text);
  const byFile = new Map<string, number[]>();
  lines.forEach((line, index) => {
    const file = line.match(MATCH)?.[1];
    if (file === undefined) return;
    const list = byFile.get(file);
    if (list) list.push(index);
    else byFile.set(file, [index]);
  });
  const matches = [...byFile.values()].reduce((sum, list) => sum + list.length, 0);
  if (matches < 10 || matches < lines.length * 0.6) return null;
  const chosen = [...byFile.values()].slice(0, MAX_FILES).flatMap(firstAndLast).slice(0, MAX_TOTAL);
  return keepLines(lines, new Set(chosen));
};

const firstAndLast = (indexes: readonly number[]): number[] =>
  indexes.length <= PER_FILE ? [...indexes] : [...indexes.slice(0, PER_FILE - 1), indexes.at(-1) as number];
