import type { TimelineView } from "@/lib/view-models/session/timeline";
import { formatShare, formatTokens } from "@/lib/wording/number-format";
import { english, type Say } from "@/lib/wording/say";

/** Describes the timeline in one sentence, for screen readers. */
export function timelineSentence(
  { points, window, compactions, breaks, isCacheUnknown }: TimelineView,
  say: Say = english,
): string {
  if (points.length === 0) return say("No requests.");
  const peak = points.reduce(
    (best, point, at) => (point.promptTokens > (points[best]?.promptTokens ?? 0) ? at : best),
    0,
  );
  const peakTokens = points[peak]?.promptTokens ?? 0;
  const share = window === null ? "" : say(", {share} of the window", { share: formatShare(peakTokens / window) });
  return say(
    "{requests, plural, one {# request} other {# requests}}; the prompt grows from {first} tokens to at most {most} at request {peak}{share}; {compactions, plural, one {# compaction} other {# compactions}}, {breaks}.",
    {
      requests: points.length,
      first: formatTokens(points[0]?.promptTokens ?? 0),
      most: formatTokens(peakTokens),
      peak: peak + 1,
      share,
      compactions: compactions.length,
      breaks: isCacheUnknown
        ? say("cache breaks: unknown")
        : say("{count, plural, one {# cache break} other {# cache breaks}}", { count: breaks.length }),
    },
  );
}
