import type { ToolDefinition } from "../../conversation/message";
import { oncePerPart } from "../../conversation/once-per-part";
import type { TextPart, ToolCallPart } from "../../conversation/part";
import { calledFiles, callFacts } from "../../tools/call-facts";
import { isBeforeField } from "../../tools/content-fields";
import { changesFiles } from "../../tools/operations";
import { artifactsIn, failedCalls } from "../facts/artifacts";
import { stringsIn } from "../facts/call-strings";
import { indexTerms, type TermIndex } from "../facts/term-index";
import { noteKind } from "../grammar/notes";
import type { RuleContent } from "../grammar/summary-style";
import type { PartEntry, View } from "../grammar/view";
import { clip } from "../previews/clip";
import { errorStates } from "./error-states";
import { oneLine } from "./one-line";
import { newestPlanItems } from "./plan-state";
import { beforeSteps, choicesIn, listedSteps, nextSteps } from "./prose-facts";
import { lastSentence, readSentence, type Sentence, splitSentences, wordsOf } from "./sentences";
import { testStates } from "./test-status";

/** Selects the sentences that share the most words with the others, in any script. No model, deterministic, linear. */

const MAX_SENTENCES = 1_500;
const MAX_CANDIDATES = 150;
/** Factor applied to a term's weight once a sentence with it is chosen. */
const SAID = 0.3;

/**
 * At most `most` sentences, in order. Choosing one lowers the weight of its terms. A term of `focus` weighs as much as
 * the most frequent one.
 */
export function centralSentences(sentences: readonly Sentence[], most: number, focus = ""): string[] {
  const unique = distinct(sentences).slice(-MAX_SENTENCES);
  const index = indexTerms(unique.map(({ terms }) => terms));
  const chosen = chooseTexts(index.texts, weightsOf(index, focus), most);
  return chosen.map((at) => (unique[at] as Sentence).text);
}

function distinct(sentences: readonly Sentence[]): Sentence[] {
  const known = new Set<string>();
  return sentences.filter(({ text }) => known.size < known.add(text).size);
}

/** A term's weight grows with the number of sentences that share it; a term in nearly all of them weighs nothing. */
function weightsOf({ texts, counts, numberOf }: TermIndex, focus: string): number[] {
  const weights = counts.map((count) => (count < 2 ? 0 : Math.log(count) * Math.log(1 + texts.length / count)));
  const heaviest = weights.reduce((most, weight) => Math.max(most, weight), 1);
  for (const word of wordsOf(focus)) {
    const term = numberOf.get(word);
    if (term !== undefined) weights[term] = 2 * heaviest;
  }
  return weights;
}

/** The indexes of the chosen texts, in order. */
function chooseTexts(texts: TermIndex["texts"], weights: number[], most: number): number[] {
  const scores = texts.map((terms) => scoreOf(terms, weights));
  const candidates = strongest(scores);
  const chosen: number[] = [];
  while (chosen.length < most) {
    const best = bestOf(candidates, texts, weights, scores);
    if (best === null) break;
    chosen.push(best);
    scores[best] = 0;
    for (const term of texts[best] ?? []) weights[term] = (weights[term] ?? 0) * SAID;
  }
  return chosen.sort((a, b) => a - b);
}

function scoreOf(terms: readonly number[], weights: readonly number[]): number {
  let score = 0;
  for (const term of terms) score += weights[term] ?? 0;
  return score / Math.sqrt(terms.length + 4);
}

/** Eligible texts, highest score first; newest first on ties. */
function strongest(scores: readonly number[]): number[] {
  const least = Float64Array.from(scores).sort().at(-MAX_CANDIDATES) ?? 0;
  const candidates: number[] = [];
  for (let at = scores.length - 1; at >= 0; at -= 1) if ((scores[at] ?? 0) >= least) candidates.push(at);
  return candidates.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

/**
 * The text with the highest current score; null if none scores. Weights only fall, so an earlier score is an upper
 * bound, and few texts need rescoring.
 */
function bestOf(
  candidates: readonly number[],
  texts: TermIndex["texts"],
  weights: readonly number[],
  scores: number[],
): number | null {
  let best: number | null = null;
  let highest = 0;
  for (const at of candidates) {
    if ((scores[at] ?? 0) <= highest) continue;
    const score = scoreOf(texts[at] ?? [], weights);
    scores[at] = score;
    if (score <= highest) continue;
    highest = score;
    best = at;
  }
  return best;
}

const DETAIL = 110;
const MAX_DETAILS = 4;
const MAX_NAMES = 4;
/** Number of characters of a written text that are searched for definitions. */
const LOOKED_AT = 20_000;

/** Keywords before a defined name, in the languages that agents write most. */
const DEFINED =
  /\b(?:function|class|interface|struct|enum|trait|def|fn|func|fun|const|let|var|type|module|object|impl)\s+(?:\([^)\n]{0,60}\)\s*)?([A-Za-z_$][\w$]{2,60})/g;

/**
 * What was done to each changed file, in the agent's words before the call, otherwise by the names that the change
 * added: path → a few short texts, newest last. Failed calls changed nothing.
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
    // Several calls after one sentence share it; their names tell them apart.
    for (const { path, operation } of calledFiles(part, tools))
      if (operation !== "read" && detail !== "") changes.set(path, (changes.get(path) ?? new Set()).add(detail));
  }
  return new Map([...changes].map(([path, details]) => [path, [...details].slice(-MAX_DETAILS)]));
}

/** Names that the change defines and the replaced text does not, otherwise its first new line. */
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
/** Number of characters of a text that are searched for sentences. */
const TEXT_CHARACTERS = 8_000;

/** A span's facts by kind, one line each. */
export type RuleFacts = Readonly<Record<RuleContent, readonly string[]>>;

/** Facts of the span alone. `focus`: words; sentences with them are preferred. */
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
  const current = answers.slice(-1).map(({ text }) => oneLine(beforeSteps(text), INTENT_LINE));
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

/** The newest plan passed to a tool; without one, next steps from prose. */
function planOf(entries: readonly PartEntry[], typed: readonly TextPart[], answers: readonly TextPart[]): string[] {
  const told = newestPlanItems(entries);
  if (told.length > 0) return told;
  return nextSteps(typed.map(startOf), answers.map(startOf)).map((step) => `[ ] ${step}`);
}

const choicesTyped = oncePerPart((part: TextPart): readonly string[] => choicesIn(startOf(part), true));
const choicesSaid = oncePerPart((part: TextPart): readonly string[] => choicesIn(startOf(part), false));

/** Sentences that no other line states verbatim and that are not a list of steps. */
function notSaidIn(lines: readonly string[], sentences: readonly string[]): string[] {
  const said = lines.join("\n");
  return sentences.filter((sentence) => !said.includes(sentence) && listedSteps(sentence).length === 0);
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
  /** Typed texts, without reminders that the client added. */
  readonly typed: TextPart[];
  readonly answers: TextPart[];
  /** Summaries written by the client itself, if the session marks them. Kept like an earlier summary. */
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
