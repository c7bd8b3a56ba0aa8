import { toolOutputText } from "../../conversation/part";
import { callFacts } from "../../tools/call-facts";
import type { View } from "../grammar/view";
import { newestPlanItems } from "../summaries/plan-state";
import { factsOf } from "./on-arrival";

const MOST_FILES = 5;
/** Tokens above which a file comes back as its path, and of one skill's text; tokens of all skills together. */
const MOST_TOKENS = 5000;
const ALL_SKILLS = 25_000;

type Touched = { readonly at: number; readonly isChange: boolean; readonly text: string | null };

/**
 * What Claude Code puts behind its summary: the plan, the skills that were called, and the files that were read or edited, the
 * last changed first. The product reads files from disk again; the log only knows what a read has shown, so a file
 * that was changed after its last read comes back as its path. Memory and rules stand in the system prompt, which stays.
 */
export function restored(view: View): string {
  const plan = newestPlanItems(view.entries());
  const sections = [
    plan.length > 0 ? `Plan:\n${plan.join("\n")}` : "",
    ...skillTexts(view),
    ...newestFiles(view).map(([path, { text }]) =>
      text === null || view.environment.count(text) > MOST_TOKENS
        ? `File, to be read again: ${path}`
        : `File ${path}:\n${text}`,
    ),
  ];
  return sections.filter((section) => section !== "").join("\n\n");
}

/** The five files that were touched last: those that were changed before those that were only read. */
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
    .slice(0, MOST_FILES);
}

/** The heads of the skills that were called, the newest first, until their room is used up. */
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

/** Whole lines from the start, as many tokens as a skill may take. */
function headOf(text: string, view: View): string {
  let tokens = 0;
  const lines = text.split("\n");
  const end = lines.findIndex((line) => {
    tokens += view.environment.count(`${line}\n`);
    return tokens > MOST_TOKENS;
  });
  return end === -1 ? text : lines.slice(0, end).join("\n");
}
