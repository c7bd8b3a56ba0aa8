import type { ToolDefinition } from "../../conversation/message";
import { oncePerPart } from "../../conversation/once-per-part";
import type { TextPart, ToolCallPart } from "../../conversation/part";
import { calledFiles, callFacts } from "../../tools/call-facts";
import { isBeforeField } from "../../tools/content-fields";
import { changesFiles } from "../../tools/operations";
import { artifactsIn, failedCalls } from "../facts/artifacts";
import { stringsIn } from "../facts/call-strings";
import { noteKind } from "../grammar/notes";
import type { RuleContent } from "../grammar/summary-style";
import type { PartEntry, View } from "../grammar/view";
import { clip } from "../previews/clip";
import { centralSentences } from "./central-sentences";
import { errorStates } from "./error-states";
import { oneLine } from "./one-line";
import { newestPlanItems } from "./plan-state";
import { choicesIn, nextSteps } from "./prose-facts";
import { lastSentence, readSentence, type Sentence, splitSentences } from "./sentences";
import { testStates } from "./test-status";

const DETAIL = 110;
const MAX_DETAILS = 4;
const MAX_NAMES = 4;
/** Characters of a written text that are searched for what it defines. */
const LOOKED_AT = 20_000;

/** What a name of code stands behind where it is defined, in the languages that agents write most. */
const DEFINED =
  /\b(?:function|class|interface|struct|enum|trait|def|fn|func|fun|const|let|var|type|module|object|impl)\s+(?:\([^)\n]{0,60}\)\s*)?([A-Za-z_$][\w$]{2,60})/g;

/**
 * What was done to each changed file, in the agent's own words before the call, else by the names that the change
 * brought: path → a few short texts, the newest last. Calls that failed changed nothing.
 */
function changesByFile(
  entries: readonly PartEntry[],
  tools: readonly ToolDefinition[],
): ReadonlyMap<string, readonly string[]> {
  const failed = failedCalls(entries, tools);
  const changes = new Map<string, Set<string>>();
  let said = "";
  for (const { part, message } of entries) {
    if (part.type === "tool-result") said = "";
    if (part.type === "text") said = message.role === "assistant" ? lastSentence(part.text) : "";
    if (part.type !== "tool-call" || failed.has(part.toolCallId) || !changesFiles(callFacts(part, tools).operation))
      continue;
    const detail = clip([...new Set([said, namesOf(part)])].filter((text) => text !== "").join(" – "), DETAIL);
    // Of several calls after one sentence, each has it; what they brought tells them apart.
    for (const { path, operation } of calledFiles(part, tools))
      if (operation !== "read" && detail !== "") changes.set(path, (changes.get(path) ?? new Set()).add(detail));
  }
  return new Map([...changes].map(([path, details]) => [path, [...details].slice(-MAX_DETAILS)]));
}

/** Names that the change defines and what it replaced does not, else its first new line. */
const namesOf = oncePerPart((call: ToolCallPart): string => {
  const texts = stringsIn(call);
  const before = textOf(texts.filter(([field]) => isBeforeField(field)));
  const after = textOf(texts.filter(([field]) => !isBeforeField(field) && !/path|file|description/i.test(field)));
  const isPatch = /^(?:\*\*\* |@@ |\+\+\+ )/m.test(after);
  const added = isPatch ? linesWith(after, "+") : after;
  const removed = isPatch ? linesWith(after, "-") : before;
  const known = new Set(definedIn(removed));
  const names = definedIn(added).filter((name) => !known.has(name));
  if (names.length > 0) return names.slice(0, MAX_NAMES).join(", ");
  const old = new Set(removed.split("\n").map((line) => line.trim()));
  const line = added.split("\n").find((text) => /[A-Za-z]{3}/.test(text) && !old.has(text.trim()));
  return removed === "" || line === undefined ? "" : `\`${clip(line.trim(), 60)}\``;
});

const textOf = (texts: readonly (readonly [string, string])[]): string =>
  texts
    .map(([, text]) => text)
    .join("\n")
    .slice(0, LOOKED_AT);

const linesWith = (patch: string, sign: string): string =>
  patch
    .split("\n")
    .filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3)))
    .map((line) => line.slice(1))
    .join("\n");

const definedIn = (text: string): string[] => [...new Set([...text.matchAll(DEFINED)].map(([, name = ""]) => name))];

const LINE = 240;
const FILE_LINE = 300;
const INTENT_LINE = 600;
const MAX_USER_MESSAGES = 30;
const MAX_KEY_POINTS = 24;
const MAX_COMMANDS = 24;
/** How many characters of one text are searched for sentences. */
const TEXT_CHARACTERS = 8_000;

/** What a span says, by kind, a line each. */
export type RuleFacts = Readonly<Record<RuleContent, readonly string[]>>;

/** What the span alone says. `focus`: words whose sentences are preferred. */
export function factsOf(
  entries: readonly PartEntry[],
  { typed, answers }: Texts,
  view: View,
  focus: string,
): RuleFacts {
  const { tools } = view.conversation;
  const { created, modified, deleted, renamed, read, commands, decisions } = artifactsIn(entries, tools);
  const changes = changesByFile(entries, tools);
  const told = (paths: Iterable<string>, done: string) =>
    [...paths].map((path) => clip([`${path}: ${done}`, ...(changes.get(path) ?? [])].join("; "), FILE_LINE));
  const [intent, ...others] = typed;
  const plan = planOf(entries, typed, answers);
  const requests = others.slice(-MAX_USER_MESSAGES).map((part) => clip(lineOf(part), LINE));
  const current = answers.slice(-1).map(lineOf);
  const choices = new Set([...decisions, ...others.flatMap(choicesTyped), ...answers.flatMap(choicesSaid)]);
  const open = plan.filter((item) => !item.startsWith("[x]"));
  return {
    intent: intent ? [lineOf(intent)] : [],
    requests,
    asked: requests.filter((line) => !choices.has(line)),
    created: told(created, "created"),
    modified: told(
      [...modified].filter((path) => !created.has(path)),
      "modified",
    ),
    deleted: told(deleted, "deleted"),
    renamed: told(renamed, "renamed"),
    read: told(
      [...read].filter((path) => !created.has(path) && !modified.has(path)),
      "read only",
    ),
    errors: errorStates(entries, view),
    tests: testStates(entries, view),
    decisions: [...choices],
    commands: commands.size > 0 ? [...commands] : fencedCommands(answers),
    current,
    plan,
    done: plan.filter((item) => item.startsWith("[x]")),
    open,
    next: open.slice(0, 1),
    keyPoints: notSaidIn(
      [...requests, ...current, ...choices, ...plan],
      centralSentences(sentencesIn([...others, ...answers]), MAX_KEY_POINTS, focus),
    ),
  };
}

/** The newest plan that a tool was told; without one, what prose says is next. */
function planOf(entries: readonly PartEntry[], typed: readonly TextPart[], answers: readonly TextPart[]): string[] {
  const told = newestPlanItems(entries);
  if (told.length > 0) return told;
  return nextSteps(typed.map(startOf), answers.map(startOf)).map((step) => `[ ] ${step}`);
}

const choicesTyped = oncePerPart((part: TextPart): readonly string[] => choicesIn(startOf(part), true));
const choicesSaid = oncePerPart((part: TextPart): readonly string[] => choicesIn(startOf(part), false));

/** The sentences that no other line says word for word. */
function notSaidIn(lines: readonly string[], sentences: readonly string[]): string[] {
  const said = lines.join("\n");
  return sentences.filter((sentence) => !said.includes(sentence));
}

/** Commands that an agent wrote as text instead of calling a tool. */
function fencedCommands(said: readonly TextPart[]): string[] {
  const fences = said.flatMap((part) => [
    ...startOf(part).matchAll(/```(?:bash|sh|shell|mswea_bash_command)[ \t]*\n([^`]*)```/g),
  ]);
  const commands = fences.flatMap((match) => (match[1] ?? "").trim().split("\n").slice(0, 1));
  return [...new Set(commands.filter((command) => command !== "").reverse())]
    .slice(0, MAX_COMMANDS)
    .reverse()
    .map((command) => oneLine(command, LINE));
}

export type Texts = {
  /** Texts that a person typed, without reminders that the client added. */
  readonly typed: TextPart[];
  readonly answers: TextPart[];
  /** Summaries that the client itself had written, if a session says so. They are kept like an earlier summary. */
  clientSummary: string;
};

export function textsIn(entries: readonly PartEntry[]): Texts {
  const texts: Texts = { typed: [], answers: [], clientSummary: "" };
  for (const { part, message } of entries) {
    const { origin = "typed" } = message;
    if (origin === "summary") texts.clientSummary = part.type === "text" ? part.text : "";
    if (part.type !== "text") continue;
    if (noteKind(message) !== null || !/\S/.test(part.text)) continue;
    if (message.role === "assistant") texts.answers.push(part);
    if (message.role === "user" && origin === "typed" && !isReminder(part)) texts.typed.push(part);
  }
  return texts;
}

const isReminder = ({ text }: TextPart): boolean => /^\s*<[a-z][\w-]*>/i.test(text);

const lineOf = oncePerPart(({ text }: TextPart): string => oneLine(text, INTENT_LINE));

const startOf = ({ text }: TextPart): string => text.slice(0, TEXT_CHARACTERS);

function sentencesIn(parts: readonly TextPart[]): Sentence[] {
  const sentences: Sentence[] = [];
  for (const part of parts) for (const sentence of sentencesOf(part)) sentences.push(sentence);
  return sentences;
}

const sentencesOf = oncePerPart((part: TextPart): readonly Sentence[] =>
  splitSentences(startOf(part)).map(readSentence),
);
