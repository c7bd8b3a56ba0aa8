import { collectArtifacts } from "../facts/artifacts";
import type { View } from "../grammar/view";
import type { Folded } from "../summaries/fold";
import { parseSections } from "../summaries/sections";

const READ = "Read Files";
const MODIFIED = "Modified Files";
const LISTS = new RegExp(`\\n*^## (?:${READ}|${MODIFIED})\\n(?:(?!## ).*(?:\\n|$))*`, "gm");

/**
 * Adds pi's two lists of files to its summary: those that were modified, and those that were only read. Both are made by
 * rule and hold the files of earlier summaries too.
 */
export function withFileLists(text: string, { parts, previous }: Folded, view: View): string {
  const known = parseSections(previous ?? "");
  const { created, modified, read } = collectArtifacts(parts, view, "file tools");
  const written = new Set([...(known.get(MODIFIED) ?? []), ...created, ...modified]);
  const onlyRead = [...new Set([...(known.get(READ) ?? []), ...read])].filter((path) => !written.has(path));
  const lists = [listOf(READ, onlyRead), listOf(MODIFIED, [...written])].filter((list) => list !== "");
  return [text.replace(LISTS, "").trimEnd(), ...lists].join("\n\n");
}

const listOf = (title: string, paths: readonly string[]): string =>
  paths.length === 0 ? "" : `## ${title}\n${paths.map((path) => `- ${path}`).join("\n")}`;
