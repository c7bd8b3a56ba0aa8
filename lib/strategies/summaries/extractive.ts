import { oncePerPart } from "../../conversation/once-per-part";
import type { TextPart } from "../../conversation/part";
import { collectArtifacts } from "../artifacts";
import { noteKind } from "../notes";
import { clip } from "../previews/clip";
import type { View } from "../view";
import { centralSentences } from "./central-sentences";
import { errorStates } from "./error-states";
import { newestPlanItems } from "./plan-state";
import { fitSections, mergeSections, parseSections, type Sections, writeSections } from "./sections";
import { readSentence, type Sentence, splitSentences } from "./sentences";
import type { Summariser } from "./summariser";

/** Titles of an extractive summary, with their claim on the room. */
const WEIGHTS = {
  Intent: 6,
  "User Messages": 2,
  "Files Created": 3,
  "Files Modified": 3,
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
/** Characters of one text that are looked at for sentences. */
const TEXT_CHARACTERS = 8_000;

/**
 * A summary without a model: sections filled by rule from what was typed, what tools did and what was said most
 * centrally, newest first as far as the budget reaches. Deterministic and linear. An earlier summary is merged section
 * by section; sections it has and this one does not know are carried on.
 */
export function extractive(parts: readonly string[], view: View): Summariser {
  return ({ previous, instructions, maxTokens }) => {
    const added = extractSections(parts, view, instructions ?? "");
    const earlier = parseSections(previous ?? clientSummary(parts, view));
    const merged = settle(mergeSections(earlier, added), added);
    const { count } = view.environment;
    const text = writeSections(fitSections(merged, { maxTokens, count, weights: WEIGHTS }));
    if (text !== "") return { ok: true, text };
    return { ok: false, code: "summary-no-room", message: `no line of a summary fits into ${maxTokens} tokens` };
  };
}

/** What the span alone says. */
export function extractSections(parts: readonly string[], view: View, focus = ""): Sections {
  const artifacts = collectArtifacts(parts, view);
  const typed = typedTexts(parts, view);
  const said = textsOf(parts, view, "assistant");
  const plan = newestPlanItems(parts, view);
  const isWritten = (path: string) => artifacts.created.has(path) || artifacts.modified.has(path);
  const sections: Record<Title, readonly string[]> = {
    Intent: typed.slice(0, 1).map((part) => line(startOf(part), INTENT_LINE)),
    "User Messages": typed
      .slice(1)
      .slice(-MOST_USER_MESSAGES)
      .map((part) => line(startOf(part), LINE)),
    "Files Created": [...artifacts.created],
    "Files Modified": [...artifacts.modified],
    "Files Read": [...artifacts.read].filter((path) => !isWritten(path)),
    Errors: errorStates(parts, view),
    Decisions: [...artifacts.decisions],
    Commands: artifacts.commands.size > 0 ? [...artifacts.commands] : fencedCommands(said),
    "Current Work": said.slice(-1).map((part) => line(startOf(part), INTENT_LINE)),
    "Next Steps": plan,
    "Key Points": centralSentences(sentencesIn([...typed.slice(1), ...said]), MOST_KEY_POINTS, focus),
  };
  return new Map(Object.entries(sections).filter(([, lines]) => lines.length > 0));
}

/** Commands of agents that write them as text instead of calling a tool. */
function fencedCommands(said: readonly TextPart[]): string[] {
  const fences = said.flatMap((part) => [
    ...startOf(part).matchAll(/```(?:bash|sh|shell|mswea_bash_command)[ \t]*\n([^`]*)```/g),
  ]);
  const commands = fences.flatMap((match) => (match[1] ?? "").trim().split("\n").slice(0, 1));
  return [...new Set(commands.filter((command) => command !== "").reverse())]
    .slice(0, MOST_COMMANDS)
    .reverse()
    .map((command) => line(command, LINE));
}

/** One line, whatever the text's own lines. */
const line = (text: string, most: number): string => clip(text.replace(/\s+/g, " ").trim(), most);

/** The state of work is the newest one: it takes the place of what an earlier summary said. */
function settle(merged: Map<string, string[]>, added: Sections): Map<string, string[]> {
  for (const title of ["Current Work", "Next Steps"]) {
    const now = added.get(title);
    if (now) merged.set(title, [...now]);
  }
  return merged;
}

/** What the client itself had summarised before, where a session says so: it is carried on like an earlier summary. */
function clientSummary(parts: readonly string[], view: View): string {
  const summary = parts.findLast((id) => originOf(id, view) === "summary");
  const part = summary === undefined ? undefined : view.entry(summary)?.part;
  return part?.type === "text" ? part.text : "";
}

function originOf(partId: string, view: View): unknown {
  const message = view.entry(partId)?.message;
  return message && "origin" in message ? message.origin : undefined;
}

/** What a person typed, as far as that can be told: no reminders of the client. */
function typedTexts(parts: readonly string[], view: View): TextPart[] {
  const isTyped = (id: string) => (originOf(id, view) ?? "typed") === "typed";
  return textsOf(parts.filter(isTyped), view, "user").filter((part) => !/^\s*<[a-z][\w-]*>/i.test(part.text));
}

function textsOf(parts: readonly string[], view: View, role: "user" | "assistant"): TextPart[] {
  const texts: TextPart[] = [];
  for (const id of parts) {
    const entry = view.entry(id);
    if (entry?.part.type !== "text" || entry.message.role !== role || noteKind(entry.message) !== null) continue;
    if (startOf(entry.part).trim() !== "") texts.push(entry.part);
  }
  return texts;
}

const startOf = ({ text }: TextPart): string => text.slice(0, TEXT_CHARACTERS);

function sentencesIn(texts: readonly TextPart[]): Sentence[] {
  const found: Sentence[] = [];
  for (const text of texts) for (const sentence of sentencesOf(text)) found.push(sentence);
  return found;
}

const sentencesOf = oncePerPart((part: TextPart): readonly Sentence[] =>
  splitSentences(startOf(part)).map(readSentence),
);
