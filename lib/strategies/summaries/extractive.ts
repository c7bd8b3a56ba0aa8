import { oncePerPart } from "../../conversation/once-per-part";
import type { TextPart } from "../../conversation/part";
import { artifactsIn } from "../facts/artifacts";
import { noteKind } from "../grammar/notes";
import type { Summariser } from "../grammar/summariser";
import type { PartEntry, View } from "../grammar/view";
import { clip } from "../previews/clip";
import { centralSentences } from "./central-sentences";
import { errorStates } from "./error-states";
import { oneLine } from "./one-line";
import { newestPlanItems } from "./plan-state";
import { fitSections, mergeSections, parseSections, type Sections, writeSections } from "./sections";
import { readSentence, type Sentence, splitSentences } from "./sentences";

/** Titles of an extractive summary, with the weight by which each gets room. */
const WEIGHTS = {
  Intent: 6,
  "User Messages": 2,
  "Files Created": 3,
  "Files Modified": 3,
  "Files Deleted": 1.5,
  "Files Renamed": 1.5,
  "Files Read": 1.5,
  Errors: 2.5,
  Decisions: 2.5,
  Commands: 1,
  "Current Work": 4,
  "Next Steps": 4,
  "Key Points": 1.2,
} as const;

type Title = keyof typeof WEIGHTS;
const LINE = 240;
const INTENT_LINE = 600;
const MOST_USER_MESSAGES = 30;
const MOST_KEY_POINTS = 24;
const MOST_COMMANDS = 24;
/** How many characters of one text are searched for sentences. */
const TEXT_CHARACTERS = 8_000;

/**
 * A summary without a model. Rules fill its sections from what was typed, what tools did and the most central sentences,
 * newest first, as far as the budget reaches. Deterministic and linear. An earlier summary is merged section by section,
 * and sections that only it has are kept.
 */
export function extractive(entries: readonly PartEntry[], view: View): Summariser {
  return ({ previous, instructions, maxTokens }) => {
    const said = textsIn(entries);
    const added = extractSections(entries, said, view, instructions ?? "");
    const earlier = parseSections(previous ?? said.clientSummary);
    const merged = settle(mergeSections(earlier, added), added);
    const { count } = view.environment;
    const text = writeSections(fitSections(merged, { maxTokens, count, weights: WEIGHTS }));
    if (text !== "") return { ok: true, text };
    return { ok: false, code: "summary-no-room", message: `no line of a summary fits into ${maxTokens} tokens` };
  };
}

/** The summary of the span alone. */
function extractSections(
  entries: readonly PartEntry[],
  { typed, answers }: Texts,
  view: View,
  focus: string,
): Sections {
  const { created, modified, deleted, renamed, read, commands, decisions } = artifactsIn(
    entries,
    view.conversation.tools,
  );
  const [intent, ...others] = typed;
  const sections: Record<Title, readonly string[]> = {
    Intent: intent ? [lineOf(intent)] : [],
    "User Messages": others.slice(-MOST_USER_MESSAGES).map((part) => clip(lineOf(part), LINE)),
    "Files Created": [...created],
    "Files Modified": [...modified],
    "Files Deleted": [...deleted],
    "Files Renamed": [...renamed],
    "Files Read": [...read].filter((path) => !created.has(path) && !modified.has(path)),
    Errors: errorStates(entries, view),
    Decisions: [...decisions],
    Commands: commands.size > 0 ? [...commands] : fencedCommands(answers),
    "Current Work": answers.slice(-1).map(lineOf),
    "Next Steps": newestPlanItems(entries),
    "Key Points": centralSentences(sentencesIn([...others, ...answers]), MOST_KEY_POINTS, focus),
  };
  return new Map(Object.entries(sections).filter(([, lines]) => lines.length > 0));
}

/** Commands that an agent wrote as text instead of calling a tool. */
function fencedCommands(said: readonly TextPart[]): string[] {
  const fences = said.flatMap((part) => [
    ...startOf(part).matchAll(/```(?:bash|sh|shell|mswea_bash_command)[ \t]*\n([^`]*)```/g),
  ]);
  const commands = fences.flatMap((match) => (match[1] ?? "").trim().split("\n").slice(0, 1));
  return [...new Set(commands.filter((command) => command !== "").reverse())]
    .slice(0, MOST_COMMANDS)
    .reverse()
    .map((command) => oneLine(command, LINE));
}

/** Replaces the state of work of an earlier summary, because only the newest is true. */
function settle(merged: Map<string, string[]>, added: Sections): Map<string, string[]> {
  for (const title of ["Current Work", "Next Steps"]) {
    const now = added.get(title);
    if (now) merged.set(title, [...now]);
  }
  return merged;
}

type Texts = {
  /** Texts that a person typed, without reminders that the client added. */
  readonly typed: TextPart[];
  readonly answers: TextPart[];
  /** Summaries that the client itself had written, where a session says so. They are kept like an earlier summary. */
  clientSummary: string;
};

function textsIn(entries: readonly PartEntry[]): Texts {
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
