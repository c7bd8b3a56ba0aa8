import type { BreakCard } from "../../read-models/break-cards";
import { breakNote } from "../../read-models/words/break-note";
import { formatGap } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import type { ReadDrop } from "./read-drops";

/** Drops and, in request order, the breaks for which such a log shows a cause. */
export const withToldBreaks = (drops: readonly ReadDrop[], told: readonly BreakCard[]): readonly ReadDrop[] =>
  [...drops, ...(drops.length === 0 ? [] : told).map(toDrop)].sort((a, b) => a.at - b.at);

const REASONS: Readonly<Partial<Record<BreakCard["letter"], ReadDrop["reason"]>>> = {
  M: "model",
  C: "shorter",
  X: "shorter",
  T: "pause",
};

function toDrop({ at, previous, lost_tokens, lost_cost, most_lost, letter, gap_seconds, note }: BreakCard): ReadDrop {
  const reason = REASONS[letter] ?? "unknown";
  const { tokens, cost } = most_lost ?? { tokens: lost_tokens, cost: lost_cost };
  return {
    ...{ at, previous: previous ?? at - 1, tokens, least: reason === "shorter" ? 0 : lost_tokens },
    ...{ cost: cost?.amount ?? null, reason, gap: gap_seconds, note },
  };
}

/** Whether the drop was unavoidable: a compaction or edit was intended, and pauses happen. */
const isExpectedDrop = ({ reason }: Pick<ReadDrop, "reason">): boolean =>
  reason === "reasoning" || reason === "shorter" || reason === "pause";

/**
 * The largest avoidable drop, otherwise the largest of all. Compared by price if all have one, because only then are
 * sums shown in money; otherwise by tokens.
 */
export function largestDrop(drops: readonly ReadDrop[]): ReadDrop | null {
  const avoidable = drops.filter((drop) => !isExpectedDrop(drop));
  const isPriced = drops.every(({ cost }) => cost !== null);
  const sizeOf = ({ cost, tokens }: ReadDrop) => (isPriced ? (cost ?? 0) : tokens);
  const sorted = (avoidable.length > 0 ? avoidable : drops).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return sorted[0] ?? null;
}

/** Whether the loss is at most this. */
export const isAtMost = ({ least, tokens }: Pick<ReadDrop, "least" | "tokens">): boolean => least < tokens;

/** Why a request may have read less than the previous one, if the log shows it. */
export function dropReason(
  { reason, gap, note }: Pick<ReadDrop, "reason" | "gap" | "note">,
  say: Say = english,
): string {
  if (note !== undefined) return breakNote(note, say);
  if (reason === "model") return say("model switched");
  if (reason === "reasoning") return say("earlier reasoning left out");
  if (reason === "shorter") return say("shorter prompt");
  return reason === "pause" ? say("{time} pause", { time: formatGap(gap, say) }) : say("no cause in the log");
}
