import * as z from "zod";
import { toolOutputText } from "../../conversation/part";
import { callFacts } from "../../tools/call-facts";
import { when } from "../grammar/combinators";
import { TOKEN_COUNT } from "../grammar/gauges";
import { choice, flag, share, whole } from "../grammar/params";
import { defineStrategy, folding } from "../grammar/strategy";
import { compares, overWindow, targetOr } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { fold } from "../summaries/fold";
import { cutBy, everythingRead } from "../summaries/fold-cuts";
import { newestPlanItems } from "../summaries/plan-state";
import { CLAUDE_CODE } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";
import { factsOf } from "./on-arrival";

const MAX_FILES = 5;
/** In tokens. Larger files are named by path only, and each skill's text is cut to this size. */
const MAX_TOKENS = 5000;
const ALL_SKILLS = 25_000;

type Touched = { readonly at: number; readonly isChange: boolean; readonly text: string | null };

/**
 * What Claude Code adds after its summary: the plan, the skills called, and the files read or edited,
 * changed files first. The product reads these files from disk again. The log only contains what a read
 * showed, so a file changed after its last read is named by path only. Memory files and rules are in the
 * system prompt, which stays untouched.
 */
function restored(view: View): string {
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

/** At most five files: changed ones before those only read, most recent first within each group. */
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

/** Beginnings of the texts of called skills, newest first, as many as `ALL_SKILLS` allows. */
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

/** As many full lines from the start as fit in the tokens per skill. */
function headOf(text: string, view: View): string {
  let tokens = 0;
  const lines = text.split("\n");
  const end = lines.findIndex((line) => {
    tokens += view.environment.count(`${line}\n`);
    return tokens > MAX_TOKENS;
  });
  return end === -1 ? text : lines.slice(0, end).join("\n");
}

const CONTINUE = "Go on with the task from where it stood, without asking the user anything that is answered above.";

/** An automatic run tells the agent to continue. A manual run adds nothing, because the user writes next. */
const continuation = ({ environment }: View): string => (environment.force ? "" : CONTINUE);

export const claudeCode = defineStrategy(
  folding({
    id: "claude-code",
    alsoCalled: ["/compact"],
    variantOf: "claude-code-2.1",
    product: {
      name: "Claude Code",
      version: "1.0.33, by community analysis",
      date: "2025-10-10",
      read: "2026-11-22",
      source: "https://github.com/shareAI-lab/analysis_claude_code",
    },
  }),
  z.object({
    fraction: share(0.94, "Compacts automatically above this share of the window; on request at any size"),
    comparison: choice([">", ">="], "Starts when the token count reaches (>=) or exceeds (>) the limit"),
    instructions,
    summaryTokens: summaryTokens(8000),
  }),
  ({ fraction, comparison, instructions, summaryTokens }) =>
    when(
      targetOr(overWindow({ fraction, reserve: 0, comparison })),
      fold({
        id: "compact",
        cut: cutBy("compact", everythingRead),
        style: CLAUDE_CODE,
        place: "start",
        maxTokens: summaryTokens,
        instructions,
        before: "This session is continued from an earlier one that ran out of room. What happened, in summary:",
        after: continuation,
      }),
    ),
);

/** Maximum tokens reserved for an answer. */
const MAX_ANSWER = 20_000;
/** Further tokens kept free between the trigger and the answer's reserve. */
const MARGIN = 13_000;

/**
 * Tokens at which version 2.1.330 compacts: the window minus the answer's reserve and the margin. `percent` of the
 * window minus the reserve can lower the trigger but not raise it.
 */
export function claudeCodeLimit(window: number, maxOutput: number, percent: number | null): number {
  const usable = window - Math.min(maxOutput, MAX_ANSWER);
  const limit = usable - MARGIN;
  return percent === null ? limit : Math.min(Math.floor((usable * percent) / 100), limit);
}

export const claudeCode21 = defineStrategy(
  folding({
    id: "claude-code-2.1",
    version: "1",
    alsoCalled: ["/compact"],
    product: {
      name: "Claude Code",
      version: "2.1.330",
      date: "2026-11-22",
      read: "2026-11-22",
      source:
        "https://code.claude.com/docs/en/how-claude-code-works; the formula from two readings of the published program",
    },
  }),
  z.object({
    maxOutput: whole(MAX_ANSWER, "Maximum tokens of an answer; more than 20,000 counts as 20,000"),
    percent: z
      .number()
      .min(1)
      .max(100)
      .nullable()
      .default(null)
      .describe(
        "Starts at this percentage of the usable window, if that is earlier (CLAUDE_AUTOCOMPACT_PCT_OVERRIDE); null = not set",
      ),
    restore: flag(true, "Plan, skills and up to five files follow the summary"),
    instructions,
    summaryTokens: summaryTokens(8000),
  }),
  ({ maxOutput, percent, restore, instructions, summaryTokens }, { budget: { window } }) => {
    const own =
      window === null
        ? overWindow({ fraction: 1, reserve: 0, comparison: ">=" })
        : compares(TOKEN_COUNT, ">=", claudeCodeLimit(window, maxOutput, percent));
    return when(
      targetOr(own),
      fold({
        id: "compact",
        cut: cutBy("compact", everythingRead),
        style: CLAUDE_CODE,
        place: "start",
        maxTokens: summaryTokens,
        instructions,
        before: "This session is continued from an earlier one that ran out of room. What happened, in summary:",
        complete: (text, _, view) => [text, restore ? restored(view) : ""].filter(Boolean).join("\n\n"),
        after: continuation,
      }),
    );
  },
);
