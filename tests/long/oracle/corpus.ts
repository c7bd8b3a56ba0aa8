import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const LONGEST = 20_000;

/** Strings of the shared transcripts. */
export const sharedTexts = (folder: string): string[] => listFiles(folder).flatMap(stringsOf);

/** This repository's own source: prose, code, JSON. */
export const ownTexts = (): string[] =>
  ["lib", "tests", "package.json"].flatMap((path) => listFiles(path)).map((path) => readFileSync(path, "utf8"));

const listFiles = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => listFiles(join(path, name)))
    : /\.(jsonl?|md|tsx?|txt)$/.test(path) && statSync(path).size < 3e6
      ? [path]
      : [];

/** The file's raw rows, and every sixtieth row's decoded strings. */
function stringsOf(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const strings = [text.slice(0, LONGEST)];
  text.split("\n").forEach((row, index) => {
    if (index % 60 !== 0) return;
    try {
      JSON.parse(row, (_key, value: unknown) => {
        if (typeof value === "string") strings.push(value.slice(0, LONGEST));
        return value;
      });
    } catch {
      strings.push(row.slice(0, LONGEST));
    }
  });
  return strings;
}
