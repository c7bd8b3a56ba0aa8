import { apparentOrigin } from "../../conversation/apparent-origin";
import { isTypedUser, type Message } from "../../conversation/message";
import { oncePerPart } from "../../conversation/once-per-part";
import { type Part, partText, type ToolCallPart } from "../../conversation/part";
import { needlessResults } from "../facts/relations";
import { isFailure, type Target } from "../grammar/selectors";
import type { PartEntry, View } from "../grammar/view";
import { type Candidate, RANK, requestEnds } from "./winnow-plan";
import { isPutAside, SHORTEST_STRING, stringsOf, tokensLeftOf } from "./winnow-put-aside";

export type CandidateRule = {
  /** Outputs and inputs of at least this many characters count as large. */
  readonly minCharacters: number;
  /** Parts that arrived with this many of the newest requests stay unchanged. */
  readonly keepNewest: number;
  /** Inputs of calls in this many of the newest requests stay, because the agent quotes them when editing. */
  readonly keepInputs: number;
  /** Maximum size of an excerpt, as a share of the text's length. */
  readonly excerpt: number;
  /** Also drops runaway answers of the agent. */
  readonly takesAnswers?: boolean;
};

/** Needless outputs below this many characters are not worth a reference. */
export const MIN_NEEDLESS = 300;
/** Minimum characters of a runaway answer. Shorter ones are left alone. */
const LARGE_ANSWER = 8000;

/**
 * All parts that could be put aside or dropped, with the reason and when it became known. A large part that a later
 * call also made needless is listed once for each reason.
 */
export function candidatesOf(view: View, rule: CandidateRule): Candidate[] {
  const { starts, requestOf } = surveyOf(view);
  const safe = view.protectedIds();
  const found: Candidate[] = [];
  for (const entry of view.entries()) {
    const { part, number: at } = entry;
    const reasons = reasonsOf(entry, rule, view);
    if (reasons.length === 0) continue;
    const start = starts[(requestOf[at] ?? 0) + (part.type === "tool-call" ? rule.keepInputs : rule.keepNewest)];
    // Parts of the newest requests stay: `start` is undefined until enough requests have followed.
    if (start === undefined || safe.has(part.id) || !canGo(part, view)) continue;
    const tokensLeft = tokensLeftOf(part, rule.excerpt, view);
    for (const { reason, rank, since } of reasons)
      found.push({ part, reason, rank, at, knownAt: Math.max(start - 1, since, safeUntil(entry, view)), tokensLeft });
  }
  return [...found, ...oldReasoning(view)];
}

/** Reasons to put a part aside, each with the entry at which it became known. */
function reasonsOf(entry: PartEntry, rule: CandidateRule, view: View) {
  const { part, number } = entry;
  const size = sizeOf(part);
  const large = size < rule.minCharacters ? null : largeReason(entry, rule);
  const overtaken = part.type === "tool-result" && size >= MIN_NEEDLESS ? surveyOf(view).needless.get(part.id) : null;
  return [
    ...(large === null ? [] : [{ ...large, since: number }]),
    ...(overtaken?.by === undefined
      ? []
      : [{ reason: overtaken.reason, rank: RANK.needless, since: view.entry(overtaken.by)?.number ?? 0 }]),
  ];
}

/** The user's last message is protected until the user sends another. */
function safeUntil({ message, messageIndex }: PartEntry, view: View): number {
  if (!isTypedUser(message)) return 0;
  return surveyOf(view).nextTyped[messageIndex] ?? Number.POSITIVE_INFINITY;
}

type Survey = {
  /** For each request, how many entries its prompt had. */
  readonly starts: readonly number[];
  /** By message: the entry at which the user's next message begins; undefined if there is none. */
  readonly nextTyped: readonly (number | undefined)[];
  /** The number of earlier requests, by entry. */
  readonly requestOf: Int32Array;
  /** By id: results that a later call makes needless. */
  readonly needless: ReadonlyMap<string, Target>;
};

const surveyOf = oncePerPart((view: View): Survey => {
  const starts = requestEnds(view);
  const requestOf = new Int32Array(view.entries().length);
  for (let [at, next] = [0, 0]; at < requestOf.length; at += 1) {
    while ((starts[next] ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    requestOf[at] = next;
  }
  const needless = new Map(needlessResults(view).map((target) => [target.parts[0] as string, target]));
  return { starts, requestOf, needless, nextTyped: nextTypedIn(view) };
});

function nextTypedIn(view: View): (number | undefined)[] {
  const next: (number | undefined)[] = [];
  let following: number | undefined;
  for (const { message, messageIndex, number } of view.entries().toReversed()) {
    // Walking back, the first part of a message comes last.
    if (!(messageIndex in next)) next[messageIndex] = following;
    if (isTypedUser(message) && message.parts[0]?.id === view.entries()[number]?.part.id) following = number;
  }
  return next;
}

/** The reason for putting a large part aside; null for kinds that always stay. */
function largeReason({ part, message }: PartEntry, rule: CandidateRule) {
  if (part.type === "tool-result") return LARGE_OUTPUT;
  if (part.type === "tool-call")
    return inputLength(part) >= rule.minCharacters ? { reason: "large-input", rank: RANK.written } : null;
  if (part.type !== "text") return null;
  if (message.role === "assistant")
    return rule.takesAnswers && part.text.length >= LARGE_ANSWER
      ? { reason: "runaway-answer", rank: RANK.written }
      : null;
  if (message.role !== "user") return null;
  if (message.origin === "tool") return LARGE_OUTPUT;
  return isReport(part.text, message) ? { reason: "client-text", rank: RANK.client } : null;
}

const LARGE_OUTPUT = { reason: "large-output", rank: RANK.output };

/** Client texts with instructions rather than events. They stay. */
const INSTRUCTIONS =
  /^\s*(?:<user_instructions|<permissions|<collaboration_mode|<skill|<INSTRUCTIONS|<command-|# AGENTS)/;

/** True if the client wrote this text as a report: reminders, command output, task notices. */
const isReport = (text: string, message: Message): boolean =>
  (message.origin ?? apparentOrigin(message)) === "client" && !INSTRUCTIONS.test(text);

const sizeOf = (part: Part): number => (part.type === "tool-call" ? inputLength(part) : partText(part).length);

const inputLength = oncePerPart((call: ToolCallPart): number =>
  stringsOf(call).reduce((sum, text) => sum + (text.length >= SHORTEST_STRING ? text.length : 0), 0),
);

export function canGo(part: Part, view: View): boolean {
  if (isPutAside(part) || ("signature" in part && part.signature !== undefined)) return false;
  return part.type !== "tool-result" || (!isFailure(part, view) && part.output.every(({ type }) => type === "text"));
}

/**
 * Reasoning of every turn except the newest turn that has any. Reasoning becomes old at the first reasoning of a later
 * turn.
 */
function oldReasoning(view: View): Candidate[] {
  const safe = view.protectedIds();
  const old: Candidate[] = [];
  const turn: Omit<Candidate, "knownAt">[] = [];
  let isNewTurn = false;
  view.entries().forEach(({ part, message }, at) => {
    if (message.role === "user" && part.type !== "tool-result") isNewTurn = true;
    if (part.type !== "reasoning") return;
    if (isNewTurn) for (const candidate of turn.splice(0)) old.push({ ...candidate, knownAt: at });
    isNewTurn = false;
    if (!safe.has(part.id)) turn.push({ part, reason: "old-reasoning", rank: RANK.reasoning, at, tokensLeft: 0 });
  });
  return old;
}
