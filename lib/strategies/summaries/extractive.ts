import { collectArtifacts } from "../artifacts";
import { noteKind } from "../notes";
import { clip } from "../previews/clip";
import type { View } from "../view";
import { centralSentences, splitSentences } from "./central-sentences";
import { errorStates } from "./error-states";
import { newestPlanItems } from "./plan-state";
import { fitSections, mergeSections, parseSections, type Sections, writeSections } from "./sections";
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
/** Characters of one text that are looked at for sentences. */
const TEXT_CHARACTERS = 8_000;

/**
 * A summary without a model: sections filled by rule from what was typed, what tools did and what was said most
 * centrally, newest first as far as the budget reaches. Deterministic and linear. An earlier summary is merged section
 * by section; sections it has and this one does not know are carried on.
 */
export function extractive(parts: readonly string[], view: View): Summariser {
  return ({ previous, maxTokens }) => {
    const added = extractSections(parts, view);
    const earlier = previous === null ? new Map<string, string[]>() : parseSections(previous);
    const merged = settle(mergeSections(earlier, added), added);
    const { count } = view.environment;
    const text = writeSections(fitSections(merged, { maxTokens, count, weights: WEIGHTS }));
    if (text !== "") return { ok: true, text };
    return { ok: false, code: "summary-no-room", message: `no line of a summary fits into ${maxTokens} tokens` };
  };
}

/** What the span alone says. */
export function extractSections(parts: readonly string[], view: View): Sections {
  const artifacts = collectArtifacts(parts, view);
  const typed = typedTexts(parts, view);
  const said = assistantTexts(parts, view);
  const plan = newestPlanItems(parts, view);
  const isWritten = (path: string) => artifacts.created.has(path) || artifacts.modified.has(path);
  const sections: Record<Title, readonly string[]> = {
    Intent: typed.slice(0, 1).map((text) => line(text, INTENT_LINE)),
    "User Messages": typed
      .slice(1)
      .slice(-MOST_USER_MESSAGES)
      .map((text) => line(text, LINE)),
    "Files Created": [...artifacts.created],
    "Files Modified": [...artifacts.modified],
    "Files Read": [...artifacts.read].filter((path) => !isWritten(path)),
    Errors: errorStates(parts, view),
    Decisions: [...artifacts.decisions],
    Commands: [...artifacts.commands],
    "Current Work": said.slice(-1).map((text) => line(text, INTENT_LINE)),
    "Next Steps": plan,
    "Key Points": centralSentences([...typed.slice(1), ...said].flatMap(splitSentences), MOST_KEY_POINTS),
  };
  return new Map(Object.entries(sections).filter(([, lines]) => lines.length > 0));
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

function typedTexts(parts: readonly string[], view: View): string[] {
  return textsOf(parts, view, "user").filter((text) => !/^<[a-z][\w-]*>/i.test(text.trim()));
}

const assistantTexts = (parts: readonly string[], view: View) => textsOf(parts, view, "assistant");

function textsOf(parts: readonly string[], view: View, role: "user" | "assistant"): string[] {
  return parts.flatMap((id) => {
    const entry = view.entry(id);
    if (entry?.part.type !== "text" || entry.message.role !== role || noteKind(entry.message) !== null) return [];
    const text = entry.part.text.slice(0, TEXT_CHARACTERS);
    return text.trim() === "" ? [] : [text];
  });
}
