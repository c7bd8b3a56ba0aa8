import type { CauseFacts, WastedPart } from "../../answer/cause-facts";
import type { AnswerRequest, CauseFact } from "../../api/schemas/cost-answer";
import type { BreakEvidence } from "../../cache/break-evidence";
import type { CacheBreak } from "../../cache/cache-break";
import { ONE_HOUR } from "../../cache/time-to-live";
import { modelPricesAt } from "../../models/price-at";

type RequestOf = (index: number) => AnswerRequest;

/**
 * The observation that a cause's note reports; null if the note follows from the cause's figures. `broken`: the
 * requests of all causes' breaks and reduced reads.
 */
export function causeFact(cause: CauseFacts, requestOf: RequestOf, broken: readonly number[]): CauseFact | null {
  switch (cause.id) {
    case "head-per-turn":
      return fullMisses(cause);
    case "idle":
      return pausesOf(cause, requestOf);
    case "shorter-prompt":
      return cause.drops.length === 0 ? breakOf(cause, requestOf) : cutOf(cause);
    case "unread-writes":
    case "nothing-marked":
    case "doubled-results":
      return findingOf(cause);
    case "model-switch":
      return switchOf(cause, requestOf);
    case "stale-read":
      return isRewritten(cause, requestOf, broken) ? { id: "overlap" } : null;
    default:
      return breakOf(cause, requestOf);
  }
}

const cutOf = ({ drops }: CauseFacts): CauseFact => ({
  id: "cut",
  turns: drops.filter(({ reason }) => reason === "reasoning").length,
});

function fullMisses({ finding, count }: CauseFacts): CauseFact {
  const found = finding?.evidence.find(({ id }) => id === "empty-reads");
  return { id: "full-misses", typed: count, empty: found?.id === "empty-reads" ? found.empty : count };
}

function pausesOf({ breaks, drops }: CauseFacts, requestOf: RequestOf): CauseFact | null {
  const expired = breaks.flatMap(({ request, evidence }) => {
    const found = evidence.find(({ id }) => id === "expired") as Extract<BreakEvidence, { id: "expired" }> | undefined;
    const isRestart = evidence.some(({ id }) => id === "client-restarted");
    const life = found?.isLogged ? found.timeToLive : null;
    return found ? [{ request, gap: found.gap, life, isRestart, tools: awaitedTools(evidence) }] : [];
  });
  const paused = drops.flatMap(({ request, gap }) =>
    gap === null ? [] : [{ request, gap, life: null, isRestart: false, tools: [] }],
  );
  const pauses = [...expired, ...paused];
  const [first] = pauses;
  if (first === undefined) return null;
  const gaps = pauses.map(({ gap }) => gap);
  const lives = pauses.flatMap(({ life }) => life ?? []);
  return {
    id: "pauses",
    count: pauses.length,
    shortest: Math.min(...gaps),
    longest: Math.max(...gaps),
    request: pauses.length === 1 ? requestOf(first.request) : null,
    lives: lives.length < pauses.length ? null : { shortest: Math.min(...lives), longest: Math.max(...lives) },
    withinHour: gaps.filter((gap) => gap <= ONE_HOUR).length,
    restarts: pauses.filter(({ isRestart }) => isRestart).length,
    awaited: {
      count: pauses.filter(({ tools }) => tools.length > 0).length,
      tools: [...new Set(pauses.flatMap(({ tools }) => tools))],
    },
  };
}

/** The tools whose calls the agent waited for during a pause. */
export const awaitedTools = (evidence: readonly BreakEvidence[]): readonly string[] =>
  evidence.flatMap((found) => (found.id === "awaited-calls" ? found.tools : []));

/** The costliest break, and whether any of the switches led to a cheaper model or followed a pause that no entry outlived. */
function switchOf(cause: CauseFacts, requestOf: RequestOf): CauseFact | null {
  const fact = breakOf(cause, requestOf);
  if (fact?.id !== "break") return fact;
  const isSaving = cause.breaks.some(({ evidence }) =>
    evidence.some((found) => found.id === "model-switched" && isCheaper(found.to, found.from)),
  );
  const isAfterExpiry = cause.breaks.some(({ evidence }) => evidence.some(({ id }) => id === "expired"));
  return { ...fact, ...(isSaving && { isSaving }), ...(isAfterExpiry && { isAfterExpiry }) };
}

function isCheaper(model: string | null, other: string | null): boolean {
  const [price, otherPrice] = [model, other].map((name) => modelPricesAt(name, undefined)?.input);
  return price !== undefined && otherPrice !== undefined && price < otherPrice;
}

/** Evidence and place of the costliest break. */
function breakOf(cause: CauseFacts, requestOf: RequestOf): CauseFact | null {
  const [costliest] = cause.breaks;
  if (costliest === undefined) return cause.requests.length > 0 ? null : findingOf(cause);
  return { id: "break", request: requestOf(costliest.request), evidence: observed(costliest) };
}

/**
 * If the cause is unknown, the first observation only states that, so the second is more useful. Then comes the
 * occasion: a restart of the client, or what may have changed the start of the prompt if only the provider reports that
 * it changed.
 */
function observed({ cause, evidence, reported }: CacheBreak): BreakEvidence[] {
  const shown = (cause === "unknown" ? evidence[1] : null) ?? evidence[0];
  const isUnnamed = (cause === "tools-changed" || cause === "system-changed") && reported?.own === "unknown";
  const occasion = evidence.find(({ id }) => id === "client-restarted" || (id === "follows-head-change" && isUnnamed));
  return [...new Set([shown, occasion])].flatMap((fact) => fact ?? []);
}

/** Whether a break rewrote some of the needless parts. */
const isRewritten = ({ parts }: CauseFacts, requestOf: RequestOf, broken: readonly number[]): boolean =>
  broken.some((request) => parts.some((part) => isCarriedBy(part, requestOf(request), requestOf)));

/** Whether the part was needless in the request's prompt. */
function isCarriedBy({ since, times }: WastedPart, { agent, number }: AnswerRequest, requestOf: RequestOf): boolean {
  const first = requestOf(since);
  return agent === first.agent && first.number <= number && number < first.number + times;
}

function findingOf({ finding }: CauseFacts): CauseFact | null {
  const evidence = finding?.evidence[0];
  return evidence === undefined ? null : { id: "finding", evidence };
}
