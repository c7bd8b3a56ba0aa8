import type { Warning } from "../grammar/procedure";
import type { Summariser } from "../grammar/summariser";
import type { RuleContent, SummarySection, SummaryStyle } from "../grammar/summary-style";
import type { PartEntry, View } from "../grammar/view";
import { isOpenError } from "./error-states";
import { roomOfTitles, shortFile } from "./kept-files";
import { factsOf, type RuleFacts, textsIn } from "./rule-facts";
import { fitSections, parseSections, type Sections, writeSections } from "./sections";

/** Words in an instruction that name a kind of content, in English and Chinese. */
const NAMED: readonly (readonly [string, RegExp, readonly RuleContent[]])[] = [
  ["errors", /error|debug|stack|exception|fail|bug|fix|错误|调试|异常|报错/i, ["errors", "tests"]],
  ["tests", /\btests?\b|测试/i, ["tests"]],
  ["files", /files?\b|code\b|changes?\b|diff|文件|代码|修改/i, ["created", "modified", "deleted", "renamed", "read"]],
  ["decisions", /decision|decide|reason|why|architect|决定|决策|原因|架构/i, ["decisions"]],
  ["commands", /command|step|how to|process|命令|步骤|过程/i, ["commands", "keyPoints"]],
  ["plans", /next|to-?do|plan|remaining|pending|下一步|计划|待办/i, ["plan"]],
  ["what was typed", /user|request|requirement|message|prompt|用户|需求|要求/i, ["intent", "requests"]],
];
/** A requested kind gets this many times the usual room. */
const MORE = 3;

type Emphasis = {
  /** Factors of the requested kinds; 1 for others. */
  readonly weightOf: (content: string) => number;
  readonly warnings: readonly Warning[];
};

/** How far a rule can follow an instruction: named kinds get more room; the warning states this and its limits. */
function emphasisOf(instructions: string): Emphasis {
  if (instructions.trim() === "") return { weightOf: () => 1, warnings: [] };
  const asked = NAMED.filter(([, pattern]) => pattern.test(instructions));
  const contents = new Set<string>(asked.flatMap(([, , kinds]) => kinds));
  const more =
    asked.length > 0
      ? `gives ${asked.map(([name]) => name).join(", ")} more room and`
      : "finds no kind of content named and";
  const message = `the summary is written by rule: it ${more} prefers sentences with words of the instructions; any other wish needs a model`;
  return {
    weightOf: (content) => (contents.has(content) ? MORE : 1),
    warnings: [{ code: "instructions-by-rule", message }],
  };
}

/** Relative share of the room for each kind of content. */
const WEIGHTS: Readonly<Record<RuleContent, number>> = {
  intent: 6,
  requests: 2,
  asked: 2,
  created: 3,
  modified: 3,
  deleted: 1.5,
  renamed: 1.5,
  read: 1.5,
  errors: 2.5,
  tests: 4,
  decisions: 2.5,
  commands: 1,
  current: 4,
  plan: 4,
  done: 2,
  open: 4,
  next: 4,
  keyPoints: 1.2,
};
/** Weight of an earlier summary's lines relative to new lines in the same section. */
const EARLIER = 0.7;

/** Unresolved errors are always kept, as are changed files if every section is to be kept. */
const OPEN_ERRORS = "openErrors";
const STAYS = 40;

const section = (title: string, ...holds: RuleContent[]): SummarySection => ({ title, asks: "", holds });

/** The sections for products that ask for none. */
const PLAIN_SECTIONS: readonly SummarySection[] = [
  section("Intent", "intent"),
  section("User Messages", "requests"),
  section("Files Created", "created"),
  section("Files Modified", "modified"),
  section("Files Deleted", "deleted"),
  section("Files Renamed", "renamed"),
  section("Files Read", "read"),
  section("Errors", "errors"),
  section("Tests", "tests"),
  section("Decisions", "decisions"),
  section("Commands", "commands"),
  section("Current Work", "current"),
  section("Next Steps", "plan"),
  section("Key Points", "keyPoints"),
];

/** Separates a title from the part of its section. */
const SEAM = "\u0000";
const titleOf = (key: string): string => key.split(SEAM, 1)[0] ?? "";
const contentOf = (key: string): string => key.slice(key.indexOf(SEAM) + 1);

/**
 * A summary without a model, in the product's own sections. Rules fill them from typed texts, tool calls and the most
 * central sentences, newest first, as far as the budget allows. Deterministic and linear. An earlier summary is merged
 * section by section; sections that only it has are kept.
 */
export function extractive(entries: readonly PartEntry[], view: View): Summariser {
  return ({ previous, instructions, maxTokens, style }) => {
    const said = textsIn(entries);
    const { weightOf, warnings } = emphasisOf(instructions ?? "");
    const sections = sectionsOf(style);
    const facts = factsOf(entries, said, view, instructions ?? "");
    const merged = mergeFacts(parseSections(previous ?? said.clientSummary), sections, facts);
    const weights = Object.fromEntries(
      [...merged.keys()].map((key) => [key, weightIn(key, sections, style) * weightOf(contentOf(key))]),
    );
    const { count } = view.environment;
    const titled = new Set([...merged].flatMap(([key, lines]) => (lines.length > 0 ? [titleOf(key)] : [])));
    const room = maxTokens - roomOfTitles(style, (title) => titled.has(title), maxTokens, count);
    const fit = (all: Sections) =>
      joinSections(fitSections(all, { maxTokens: room, count, weights, headingOf: titleOf }));
    const whole = fit(merged);
    const fitting = style.isComplete && lacksChanged(merged, whole) ? fit(withShortFiles(merged)) : whole;
    const text = writeSections(fitting, style.shape);
    if (text !== "") return { ok: true, text, warnings };
    return { ok: false, code: "summary-no-room", message: `no line of a summary fits into ${maxTokens} tokens` };
  };
}

const CHANGED: readonly string[] = ["created", "modified", "deleted", "renamed"] satisfies RuleContent[];

/** True if a line about a changed file did not fit. */
const lacksChanged = (all: Sections, fitting: Sections): boolean =>
  [...all].some(
    ([key, lines]) =>
      CHANGED.includes(contentOf(key)) && lines.some((line) => !fitting.get(titleOf(key))?.includes(line)),
  );

/** Like `all`, with each changed file reduced to its path and what was done to it. */
const withShortFiles = (all: Sections): Map<string, readonly string[]> =>
  new Map([...all].map(([key, lines]) => [key, CHANGED.includes(contentOf(key)) ? lines.map(shortFile) : lines]));

/** The product's sections. Errors go to its error section, otherwise to a separate one. */
function sectionsOf({ sections, shape }: SummaryStyle): readonly SummarySection[] {
  if (sections.length === 0) return PLAIN_SECTIONS;
  if (sections.some(({ title }) => /error|troubleshoot/i.test(title))) return sections;
  const others = sections.map((own) => ({ ...own, holds: own.holds.filter((content) => content !== "errors") }));
  return [...others, section(shape === "xml" ? "errors" : "Errors", "errors")];
}

/** Each section's earlier lines, then the new ones of each kind; repeated lines move to the new ones. */
function mergeFacts(
  earlier: Sections,
  sections: readonly SummarySection[],
  facts: RuleFacts,
): Map<string, readonly string[]> {
  const merged = new Map<string, readonly string[]>();
  const holdsOf = new Map(sections.map(({ title, holds }) => [title, holds]));
  for (const title of new Set([...holdsOf.keys(), ...earlier.keys()])) {
    const holds = holdsOf.get(title) ?? [];
    const added = new Set(holds.flatMap((content) => facts[content]));
    const kept = (earlier.get(title) ?? []).filter((line) => !added.has(line) && !isOutdated(line, holds, facts));
    merged.set(title + SEAM, kept);
    for (const content of holds) {
      const lines = [...new Set(facts[content])];
      if (content === "errors") merged.set(`${title}${SEAM}${OPEN_ERRORS}`, lines.filter(isOpenError));
      merged.set(title + SEAM + content, content === "errors" ? lines.filter((line) => !isOpenError(line)) : lines);
    }
  }
  return merged;
}

/** The newest state of work replaces that of an earlier summary. */
function isOutdated(line: string, holds: readonly RuleContent[], facts: RuleFacts): boolean {
  if (/^\[[ x]\] /.test(line)) return facts.plan.length > 0;
  if (line.startsWith("Tests: ")) return facts.tests.length > 0;
  return holds.length === 1 && holds[0] === "current" && facts.current.length > 0;
}

function weightIn(key: string, sections: readonly SummarySection[], { isComplete }: SummaryStyle): number {
  const content = contentOf(key);
  if (content === OPEN_ERRORS || (isComplete && (content === "intent" || CHANGED.includes(content)))) return STAYS;
  if (content !== "") return WEIGHTS[content as RuleContent];
  const holds = sections.find(({ title }) => title === titleOf(key))?.holds ?? [];
  return EARLIER * Math.max(1, ...holds.map((held) => WEIGHTS[held]));
}

function joinSections(parts: Sections): Map<string, string[]> {
  const joined = new Map<string, string[]>();
  for (const [key, lines] of parts)
    joined.set(titleOf(key), [...new Set([...(joined.get(titleOf(key)) ?? []), ...lines])]);
  return joined;
}
