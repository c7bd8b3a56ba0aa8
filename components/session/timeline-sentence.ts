import type { TimelineView } from "@/lib/view-models/session/timeline";
import { formatShare, formatTokens } from "@/lib/wording/number-format";
import { english, type Say } from "@/lib/wording/say";

/** The timeline in one sentence, for screen readers. */
export function timelineSentence(
  { points, window, compactions, breaks, ...cache }: TimelineView,
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
      breaks: breaksText(breaks.length, cache, say),
    },
  );
}

type Cache = Pick<TimelineView, "isBreaksUnknown" | "isCacheSimulated" | "isReadsOnly">;

function breaksText(count: number, { isBreaksUnknown, isCacheSimulated, isReadsOnly }: Cache, say: Say): string {
  if (isBreaksUnknown) return say("cache breaks: unknown");
  if (isCacheSimulated) return say("cache breaks: unknown; a simulation has {count}", { count });
  return isReadsOnly
    ? say(
        "{count, plural, one {# request} other {# requests}} read over 2,000 tokens and 5 % less from the cache than the previous one",
        {
          count,
        },
      )
    : say("{count, plural, one {# cache break} other {# cache breaks}}", { count });
}
