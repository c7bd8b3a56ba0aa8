import type { Message } from "../../conversation/message";
import { oncePerPart } from "../../conversation/once-per-part";
import { type Part, partText, type ToolCallPart } from "../../conversation/part";
import { duplicateCalls, staleReads, supersededReads } from "../relations";
import type { Target } from "../selectors";
import type { PartEntry, View } from "../view";
import { type Candidate, requestStarts } from "./winnow-plan";
import { isPutAside, SHORTEST_STRING, stringsOf, tokensLeftOf } from "./winnow-put-aside";

export type CandidateRule = {
  /** Outputs and inputs of at least this many characters are large. */
  readonly minCharacters: number;
  /** What the newest requests brought stays in full. */
  readonly keepNewest: number;
  /** What this many of the agent's newest requests wrote into calls stays: it quotes that when it edits. */
  readonly keepInputs: number;
  /** Share of a text that its excerpt may take. */
  readonly excerpt: number;
};

/** Needless outputs below this many characters are not worth a reference. */
export const MIN_NEEDLESS = 300;
/** What the agent itself wrote to be read is left alone unless it ran away. */
const LARGE_ANSWER = 8000;

/** Everything that could go without a fold, each with what makes it so; oldest first. */
export function candidatesOf(view: View, rule: CandidateRule): Candidate[] {
  const starts = requestStarts(view);
  const needless = needlessResults(view);
  const safe = view.protectedIds();
  const oldAfter = ageOf(view, starts);
  const place = placesIn(view, needless);
  const found: Candidate[] = [];
  view.entries().forEach((entry, at) => {
    const { part } = entry;
    const knownAt = oldAfter(at, part.type === "tool-call" ? rule.keepInputs : rule.keepNewest);
    if (knownAt === null || safe.has(part.id)) return;
    const overtaken = needless.get(part.id);
    const reason = overtaken?.reason ?? largeReason(entry, rule);
    if (reason === null || sizeOf(part) < (overtaken ? MIN_NEEDLESS : rule.minCharacters) || !canGo(part)) return;
    const by = overtaken?.by === undefined ? 0 : (place.get(overtaken.by) ?? 0);
    found.push({
      part,
      reason,
      at,
      knownAt: Math.max(knownAt, by),
      tokensLeft: tokensLeftOf(part, rule.excerpt, view),
    });
  });
  return [...found, ...oldReasoning(view)];
}

/** Entries → the last entry that stood when the request was sent that made them old; null: they are not old yet. */
function ageOf(view: View, starts: readonly number[]) {
  const seen: number[] = [];
  let next = 0;
  view.entries().forEach((_, index) => {
    while ((starts[next] ?? Number.POSITIVE_INFINITY) <= index) next += 1;
    seen.push(next);
  });
  return (at: number, keep: number): number | null => {
    const start = starts[(seen[at] ?? 0) + keep];
    return start === undefined ? null : start - 1;
  };
}

function needlessResults(view: View) {
  const relations = [duplicateCalls(), supersededReads, staleReads].flatMap((select) => select(view));
  return new Map(relations.map((target) => [target.parts[0] as string, target]));
}

/** Where those stand that overtake others: part id → index among the view's entries. */
function placesIn(view: View, needless: ReadonlyMap<string, Target>): ReadonlyMap<string, number> {
  const wanted = new Set([...needless.values()].map(({ by }) => by));
  const places = new Map<string, number>();
  view.entries().forEach(({ part }, index) => {
    if (wanted.has(part.id)) places.set(part.id, index);
  });
  return places;
}

/** What a large part is, in a word; null: it is of no kind that goes. */
function largeReason({ part, message }: PartEntry, { minCharacters }: CandidateRule): string | null {
  if (part.type === "tool-result") return "large-output";
  if (part.type === "tool-call") return inputLength(part) >= minCharacters ? "large-input" : null;
  if (part.type !== "text") return null;
  if (message.role === "assistant") return part.text.length >= LARGE_ANSWER ? "runaway-answer" : null;
  return message.role === "user" && isFromTool(message) ? "large-output" : null;
}

/** Messages of a session say who wrote them: where a client sends outputs as user messages, nobody typed them. */
const isFromTool = (message: Message): boolean => "origin" in message && message.origin === "tool";

const sizeOf = (part: Part): number => (part.type === "tool-call" ? inputLength(part) : partText(part).length);

const inputLength = oncePerPart((call: ToolCallPart): number =>
  stringsOf(call).reduce((sum, text) => sum + (text.length >= SHORTEST_STRING ? text.length : 0), 0),
);

function canGo(part: Part): boolean {
  if (isPutAside(part) || ("signature" in part && part.signature !== undefined)) return false;
  return part.type !== "tool-result" || (!part.isError && part.output.every(({ type }) => type === "text"));
}

/** Reasoning of every turn but the newest that has any: known to be old when a later turn reasons. */
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
    if (!safe.has(part.id)) turn.push({ part, reason: "old-reasoning", at, tokensLeft: 0 });
  });
  return old;
}
