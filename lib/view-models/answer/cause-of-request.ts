import type { CauseId, CostAnswer, CostCause } from "../../api/schemas/cost-answer";
import type { RequestRow } from "../../api/schemas/request-row";
import type { BreakLetter } from "../../cache/break-cause";
import type { OutlinedBreak } from "../../read-models/agent-outline";
import { rankedCauses } from "./ranked-causes";

/** Letters of causes that are breaks or reduced reads; others have none. */
const LETTERS: Readonly<Partial<Record<CauseId, BreakLetter>>> = {
  "head-per-turn": "S",
  "volatile-front": "S",
  "tool-churn": "O",
  "tool-choice": "P",
  "moved-block": "H",
  "key-order": "H",
  "history-edit": "H",
  "skill-loaded": "O",
  "params-changed": "P",
  "model-switch": "M",
  idle: "T",
  refused: "T",
  restart: "S",
  "shorter-prompt": "X",
  "lookback-overflow": "P",
  "below-minimum": "P",
  unexplained: "?",
};

/** Breaks that follow from a pause or a cut; drawn as an outline. */
const EXPECTED: ReadonlySet<BreakLetter> = new Set(["T", "C", "X"]);

/** The letter of a cause's breaks on the timeline, and how it is drawn; null: the cause has no breaks. */
export function letterOf({ id }: Pick<CostCause, "id">): Pick<RequestCause, "letter" | "isExpected"> | null {
  const letter = LETTERS[id];
  return letter === undefined ? null : { letter, isExpected: EXPECTED.has(letter) };
}

/**
 * The answer about one request's break. `rank`: the rank of its cause, from 1; null: unexplained and small,
 * or a rewrite.
 */
export type RequestCause = {
  readonly letter: BreakLetter;
  readonly isExpected: boolean;
  readonly cause: CostCause | null;
  readonly rank: number | null;
};

/** The cause of each break, by request index over all agents. Each break has one cause. */
export function causesByRequest(answer: CostAnswer): ReadonlyMap<number, RequestCause> {
  const { causes, unexplained, compactions } = answer;
  const ranked = rankedCauses(answer);
  const rest = causes.filter((cause) => !ranked.includes(cause));
  const found = new Map<number, RequestCause>();
  const note = (cause: CostCause, rank: number | null) => {
    const letter = LETTERS[cause.id];
    if (letter === undefined) return;
    for (const { index } of cause.evidence.requests)
      found.set(index, { letter, isExpected: EXPECTED.has(letter), cause, rank });
  };
  [...ranked, ...rest].forEach((cause, at) => {
    note(cause, at + 1);
  });
  if (unexplained && !ranked.includes(unexplained)) note(unexplained, null);
  for (const index of compactions?.breaks ?? [])
    found.set(index, { letter: "C", isExpected: true, cause: null, rank: null });
  return found;
}

export type AnsweredBreak = OutlinedBreak & { readonly isChosen?: boolean };

type Broken = { readonly index: number; readonly break: { readonly lost_tokens: number } | null };

/**
 * The breaks of an agent's timeline, according to the answer; null if the log does not show them. `chosen`:
 * the cause whose breaks are highlighted.
 */
export function answeredBreaks(
  rows: readonly Broken[],
  answer: CostAnswer,
  chosen: CostCause | null = null,
): AnsweredBreak[] | null {
  if (answer.breaks.count === null) return null;
  const found = causesByRequest(answer);
  return rows.flatMap(({ index, break: own }, at) => {
    const answered = found.get(index);
    if (answered === undefined) return [];
    const { letter, isExpected, cause } = answered;
    const isChosen = chosen !== null && cause?.id === chosen.id;
    return [{ at, letter, isExpected, lostTokens: own?.lost_tokens ?? 0, ...(isChosen && { isChosen }) }];
  });
}

/** A cause's costliest request within the agent of these rows, from 0; null if it has none there. */
export function openingOf(cause: CostCause | null, rows: readonly RequestRow[]): number | null {
  if (cause === null) return null;
  const positions = new Map(rows.map(({ index }, at) => [index, at]));
  const [part] = cause.covers.parts.flatMap(({ since }) => positions.get(since.index) ?? []);
  if (part !== undefined) return part;
  const own = cause.evidence.requests.flatMap(({ index }) => positions.get(index) ?? []);
  const lost = (at: number) => rows[at]?.break?.lost_cost?.amount ?? (rows[at]?.break?.lost_tokens ?? 0) / 1e9;
  return own.length === 0 ? null : own.reduce((best, at) => (lost(at) > lost(best) ? at : best));
}
