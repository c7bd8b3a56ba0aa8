import type { CauseId } from "../api/schemas/cost-answer";
import type { BreakCause } from "../cache/break-cause";
import type { CacheBreak } from "../cache/cache-break";
import type { CacheFinding, FindingId } from "../cache/findings/finding";

/** The group of a break: a cause, a compaction (part of its price), or unexplained. */
export type BreakGroup = CauseId | "compaction";

/** A break's group by its own cause, before findings are considered. */
export const GROUP_OF_CAUSE: Readonly<Record<BreakCause, BreakGroup>> = {
  "ttl-expiry": "idle",
  refused: "refused",
  "model-switch": "model-switch",
  compaction: "compaction",
  "history-edit": "history-edit",
  "tools-changed": "tool-churn",
  "system-changed": "volatile-front",
  "params-changed": "params-changed",
  "below-minimum": "below-minimum",
  "lookback-overflow": "lookback-overflow",
  "floor-collapse": "skill-loaded",
  restart: "restart",
  "provider-side": "unexplained",
  unknown: "unexplained",
};

/** Findings that are also causes. */
type CausingFinding = Extract<FindingId, CauseId>;

/** Findings that make a break of this cause more specific, the preferred one first. */
const REFINED_BY: Readonly<Partial<Record<BreakCause, readonly CausingFinding[]>>> = {
  "history-edit": ["key-order", "moved-block"],
  "params-changed": ["tool-choice"],
  "tools-changed": ["tool-choice"],
};

/**
 * Findings that can explain a break with no logged cause, the preferred one first. Others concern something else in the
 * same request.
 */
const EXPLAINING: readonly CausingFinding[] = [
  "head-per-turn",
  "tool-churn",
  "tool-choice",
  "volatile-front",
  "key-order",
  "moved-block",
  "history-edit",
  "lookback-overflow",
];

/**
 * Puts each break into one group. A logged cause takes precedence; a finding that lists the request can make it more
 * specific, or supply the cause if the log shows none. A compaction or a pause explains a break whatever else changed
 * in between.
 */
export function groupBreaks(
  breaks: readonly CacheBreak[],
  findings: readonly CacheFinding[],
  /** Whether the log records a compaction of the request's agent. Some logs omit those of sub-agents. */
  hasCompaction: (request: number) => boolean,
): ReadonlyMap<BreakGroup, readonly CacheBreak[]> {
  const groups = new Map<BreakGroup, CacheBreak[]>();
  for (const entry of breaks) {
    const found = groupOf(entry, findings);
    const isLogged = hasCompaction(entry.request) && isMarked(entry);
    const group = found === "compaction" && !isLogged ? "shorter-prompt" : found;
    groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  return groups;
}

/** True if the log records a compaction here. A shorter prompt alone does not count, nor do cleared results. */
const isMarked = ({ confidence, evidence }: CacheBreak): boolean =>
  confidence === "certain" && !evidence.some((fact) => fact.id === "compacted" && fact.marker === "micro-compaction");

function groupOf({ cause, request }: CacheBreak, findings: readonly CacheFinding[]): BreakGroup {
  const group = GROUP_OF_CAUSE[cause];
  const candidates = group === "unexplained" ? EXPLAINING : (REFINED_BY[cause] ?? []);
  const isFound = (wanted: CausingFinding) =>
    findings.some(({ id, kind, requests }) => id === wanted && kind === "loss" && requests.includes(request));
  return candidates.find(isFound) ?? group;
}
