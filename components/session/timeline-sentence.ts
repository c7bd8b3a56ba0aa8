import { formatShare, formatTokens } from "@/lib/view-models/number-format";
import type { TimelineView } from "@/lib/view-models/timeline";

const count = (amount: number, one: string, many = `${one}s`) => `${amount} ${amount === 1 ? one : many}`;

/** Describes the timeline in one sentence, for screen readers. */
export function timelineSentence({ points, window, compactions, breaks }: TimelineView): string {
  if (points.length === 0) return "No requests.";
  const peak = points.reduce(
    (best, point, at) => (point.promptTokens > (points[best]?.promptTokens ?? 0) ? at : best),
    0,
  );
  const peakTokens = points[peak]?.promptTokens ?? 0;
  const share = window === null ? "" : `, ${formatShare(peakTokens / window)} of the window`;
  return (
    `${count(points.length, "request")}; the prompt grows from ${formatTokens(points[0]?.promptTokens ?? 0)} tokens to at most ` +
    `${formatTokens(peakTokens)} at request ${peak + 1}${share}; ${count(compactions.length, "compaction")}, ${count(breaks.length, "cache break")}.`
  );
}
