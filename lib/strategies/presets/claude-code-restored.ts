import { toolOutputText } from "../../conversation/part";
import { callFacts } from "../../tools/call-facts";
import type { View } from "../grammar/view";
import { newestPlanItems } from "../summaries/plan-state";
import { factsOf } from "./on-arrival";

const MAX_FILES = 5;
/** A file with more tokens than this is named by its path only; the text of one skill is cut to as many. */
const MAX_TOKENS = 5000;
/** Tokens of all skills together. */
const ALL_SKILLS = 25_000;

type Touched = { readonly at: number; readonly isChange: boolean; readonly text: string | null };

/**
 * What Claude Code puts behind its summary: the plan, the skills that were called, and the files that were read or edited,
 * changed files first. The product reads these files from disk again. The log only holds what a read has shown, so a file that was
 * changed after its last read is named by its path. Memory files and rules are in the system prompt, which is not touched.
 */
export function restored(view: View): string {
  const plan = newestPlanItems(view.entries());
  const sections = [
    plan.length > 0 ? `Plan:\n${plan.join("\n")}` : "",
    ...skillTexts(view),
    ...newestFiles(view).map(([path, { text }]) =>
      text === null || view.environment.count(text) > MAX_TOKENS
        ? `File, to be read again: ${path}`
        : `File ${path}:\n${text}`,
    ),
  ];
  return sections.filter((section) => section !== "").join("\n\n");
}

/** At most five files: changed ones before those that were only read, and within each group the most recent first. */
function newestFiles(view: View): [string, Touched][] {
  const touched = new Map<string, Touched>();
  view.exchanges().forEach(({ call, result }, at) => {
    if (result.isError) return;
    const { files, showsFile } = callFacts(call, view.conversation.tools);
    for (const { path, operation, range } of files) {
      const isChange = operation !== "read";
      const isWhole = showsFile && files.length === 1 && range === null;
      const before = touched.get(path);
      const text = isWhole ? toolOutputText(result.output) : isChange ? null : (before?.text ?? null);
      touched.set(path, { at, isChange: isChange || (before?.isChange ?? false), text });
    }
  });
  return [...touched]
    .sort(([, a], [, b]) => Number(b.isChange) - Number(a.isChange) || b.at - a.at)
    .slice(0, MAX_FILES);
}

/** The beginnings of the texts of the skills that were called, newest first, as many as `ALL_SKILLS` allows. */
function skillTexts(view: View): string[] {
  let left = ALL_SKILLS;
  const texts: string[] = [];
  for (const result of view.results().toReversed()) {
    if (view.toolNameOf(result) !== "Skill" || factsOf(result, view) === null) continue;
    const text = headOf(toolOutputText(result.output), view);
    left -= view.environment.count(text);
    if (left < 0) break;
    texts.push(`Skill:\n${text}`);
  }
  return texts;
}

/** As many whole lines from the start as fit into the tokens that one skill may take. */
function headOf(text: string, view: View): string {
  let tokens = 0;
  const lines = text.split("\n");
  const end = lines.findIndex((line) => {
    tokens += view.environment.count(`${line}\n`);
    return tokens > MAX_TOKENS;
  });
  return end === -1 ? text : lines.slice(0, end).join("\n");
}
