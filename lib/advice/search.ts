import { type Candidate, candidateOf, type Family } from "./candidate";
import { fieldAt } from "./field";
import type { Outcome } from "./outcome";
import { exactly, safetyOf } from "./terms";
import { choose, isPossible } from "./weigh";
import { isUnset, unsetOf } from "./winnow-by-default";

export type SearchSpace = {
  readonly families: readonly Family[];
  /** The log's largest prompt, in tokens. A trigger above it never fires. */
  readonly peak: number;
  /** Maximum trigger, in tokens. */
  readonly latest: number;
  /** Minimum trigger that may be advised, in tokens. */
  readonly earliest: number;
  /** Tokens that every prompt contains, and how many the window has left for the rest. */
  readonly start: number;
  readonly room: number;
  /** Maximum number of replayed policies. */
  readonly most: number;
  /** Prices of a lost fact at which the best must be found, in US dollars. */
  readonly prices: readonly number[];
};

/** Number of steps of the first round, between the earliest trigger and the largest prompt. */
const FIRST_STEPS = 4;
/** Minimum trigger tried, in tokens: about the size of a system prompt. */
const EARLIEST = 10_000;

/** A round number of tokens near the given size, at least 1,000. */
export function roundStep(tokens: number): number {
  const unit = 10 ** Math.max(3, Math.floor(Math.log10(Math.max(1, tokens))));
  const scale = [1, 2, 5, 10].find((times) => unit * times >= tokens) ?? 10;
  return Math.max(1_000, unit * scale >= 2 * tokens ? (unit * scale) / 2 : unit * scale);
}

/**
 * The policies of the first round: `winnow` without a setting, and every family at a few triggers spaced evenly below
 * the largest prompt.
 */
export function firstRound(space: SearchSpace): Candidate[] {
  const triggers = firstTriggers(space);
  const spaced = space.families.flatMap((family) => triggers.map((trigger) => candidateOf(family, trigger)));
  return [...unsetOf(space.families), ...spaced.filter(leavesRoom(space))].slice(0, space.most);
}

/** Minimum share of the room that must be full before everything is summarised. */
const LEAST_FULL = 0.3;

/**
 * Rules out a summary of everything while the prompt is small, because it would leave the agent too little to work
 * with.
 */
const leavesRoom =
  ({ start, room }: SearchSpace) =>
  ({ family, trigger }: Candidate): boolean =>
    !family.isFold || trigger >= start + LEAST_FULL * room;

function firstTriggers(space: SearchSpace): number[] {
  const [from, top, step] = [earliestOf(space), Math.min(space.peak, space.latest), firstStep(space)];
  const triggers: number[] = [];
  for (let trigger = Math.ceil(from / STEP_UNIT) * STEP_UNIT; trigger < top; trigger += step) triggers.push(trigger);
  return triggers;
}

const earliestOf = ({ earliest }: SearchSpace): number => Math.max(EARLIEST, earliest);
/** First triggers are multiples of this, because a person types them. */
const STEP_UNIT = 5_000;

const firstStep = (space: SearchSpace): number =>
  roundStep(Math.max(0, Math.min(space.peak, space.latest) - earliestOf(space)) / FIRST_STEPS);

/** A policy replayed to the end. */
export type Tried = { readonly candidate: Candidate; readonly outcome: Outcome };
/** The outcome is null if the replay was stopped because it exceeded the window more often than the log. */
export type Attempt = { readonly candidate: Candidate; readonly outcome: Outcome | null };

/**
 * The policies of the next round: half a step earlier and later than each policy that is the best of its family at one
 * of the prices. Families whose best policy is too far behind the best overall are dropped. Empty if no new policy is
 * near, or the maximum number of policies is reached.
 */
export function nextRound(space: SearchSpace, tried: readonly Attempt[], log: Outcome, round: number): Candidate[] {
  const known = new Set(tried.map(({ candidate }) => candidate.id));
  const step = Math.max(1_000, firstStep(space) / 2 ** round);
  const near = centres(space, tried.filter(isWhole), log).flatMap(({ family, trigger }) => {
    const isEarliest = tried.every(
      (entry) => entry.candidate.family.id !== family.id || entry.candidate.trigger >= trigger,
    );
    return [trigger - step, trigger + step, ...(isEarliest ? [trigger - 2 * step] : [])]
      .map((tokens) => roundTo(tokens, step))
      .filter((tokens) => tokens >= earliestOf(space) && tokens < Math.min(space.peak, space.latest))
      .map((tokens) => candidateOf(family, tokens));
  });
  const fresh = [...new Map(near.map((candidate) => [candidate.id, candidate])).values()].filter(
    (candidate) => !known.has(candidate.id) && leavesRoom(space)(candidate),
  );
  return fresh.slice(0, Math.max(0, space.most - tried.length));
}

export const isWhole = (attempt: Attempt): attempt is Tried => attempt.outcome !== null;

/** Rounds to a number that a person would type: whole thousands, or five thousands for large steps. */
const roundTo = (tokens: number, step: number): number => {
  const unit = step >= 5_000 ? 5_000 : 1_000;
  return Math.round(tokens / unit) * unit;
};

/** A family stays in the search if its best policy costs at most this share more than the best policy overall. */
const NEAR_BEST = 0.15;

/** The policies worth searching around, best first. A policy without a setting has no neighbours. */
function centres({ prices }: SearchSpace, tried: readonly Tried[], log: Outcome): Candidate[] {
  const found = new Map<string, Candidate>();
  const terms = { mostLost: null, earliest: 0, parts: "tasks" } as const;
  const searched = tried.filter(({ candidate, outcome }) => isPossible(outcome, log) && !isUnset(candidate));
  const outcomes = searched.map(({ outcome }) => outcome);
  const safe = searched.filter(({ outcome }) => safetyOf(outcome, log, { ...terms, price: exactly(0) }).harm === null);
  for (const price of prices) {
    const at = { ...terms, price: exactly(price) };
    const { best } = choose(fieldAt(outcomes, log, at), at);
    const own = searched.find(({ outcome }) => outcome.id === best?.outcome.id)?.candidate;
    if (own) found.set(own.id, own);
    for (const { candidate } of bestOfFamilies(searched, price)) found.set(candidate.id, candidate);
    for (const { candidate } of bestOfFamilies(safe, price)) found.set(candidate.id, candidate);
  }
  return [...found.values()];
}

function bestOfFamilies(possible: readonly Tried[], price: number): Tried[] {
  const total = ({ outcome }: Tried) => outcome.blocks.reduce((sum, { cost, lost }) => sum + cost + price * lost, 0);
  const best = new Map<string, Tried>();
  for (const entry of [...possible].sort((one, other) => total(one) - total(other)))
    if (!best.has(entry.candidate.family.id)) best.set(entry.candidate.family.id, entry);
  const [first] = best.values();
  return first ? [...best.values()].filter((entry) => total(entry) <= total(first) * (1 + NEAR_BEST)) : [];
}
