import { oncePerPart } from "../../conversation/once-per-part";
import type { TextPart } from "../../conversation/part";
import { artifactsIn } from "../facts/artifacts";
import { noteKind } from "../grammar/notes";
import type { RuleContent } from "../grammar/summary-style";
import type { PartEntry, View } from "../grammar/view";
import { clip } from "../previews/clip";
import { centralSentences } from "./central-sentences";
import { errorStates } from "./error-states";
import { changesByFile } from "./file-changes";
import { oneLine } from "./one-line";
import { newestPlanItems } from "./plan-state";
import { choicesIn, nextSteps } from "./prose-facts";
import { readSentence, type Sentence, splitSentences } from "./sentences";
import { testStates } from "./test-status";

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
