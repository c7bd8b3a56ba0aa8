import { collectArtifacts } from "../facts/artifacts";
import type { View } from "../grammar/view";
import type { Folded } from "./fold";
import { parseSections } from "./sections";

/**
 * Modified files, and files only read, in the folded messages and the summary before them. For products that add this
 * section by rule if their summary lacks it.
 */
export const withFiles =
  (title: string) =>
  (text: string, { parts, previous }: Folded, view: View): string => {
    if ([...parseSections(text).keys()].some((known) => /^files?\b/i.test(known))) return text;
    const { created, modified, read } = collectArtifacts(parts, view, "file tools");
    const written = new Set([...created, ...modified]);
    const lines = new Set([
      ...(parseSections(previous ?? "").get(title) ?? []),
      ...[...written].map((path) => `modified: ${path}`),
      ...[...read].filter((path) => !written.has(path)).map((path) => `read: ${path}`),
    ]);
    return lines.size === 0 ? text : `${text}\n\n## ${title}\n${[...lines].map((line) => `- ${line}`).join("\n")}`;
  };
