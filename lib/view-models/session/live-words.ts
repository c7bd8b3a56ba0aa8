import type { LiveBreak, LiveSession } from "../../api/schemas/live-session";
import type { CompactionForecast } from "../../read-models/compaction-forecast";
import { formatLostMoney, formatLostTokens } from "../../read-models/words/format-loss";
import { joinSentences } from "../../wording/join-sentences";
import { formatShare, formatTokens } from "../../wording/number-format";
import { english, type Say, type Sentence, sentence } from "../../wording/say";
import { nameOf } from "../answer/cause-words";

const MAX_IN_SIGHT = 100;
/** A compaction at most this many requests away triggers a notice. */
const NEAR = 3;

/** When the client will compact, in a sentence. */
export function forecastSentence(forecast: CompactionForecast, say: Say = english): string {
  switch (forecast.kind) {
    case "range": {
      const { about, low, high, left } = forecast;
      if (low > MAX_IN_SIGHT)
        return say("No compaction expected soon: {tokens} tokens left.", { tokens: formatTokens(left) });
      return say("Compaction in about {about, plural, one {# request} other {# requests}} ({low} to {high}).", {
        about,
        low,
        high,
      });
    }
    case "next":
      return say("Compaction may happen at the next request.");
    case "steady":
      return say("The window is steady: {tokens} tokens left.", { tokens: formatTokens(forecast.left) });
    case "too-few":
      return forecast.left === null
        ? say("No forecast yet: the size of the next prompt is not known.")
        : say("Too few requests for a forecast: {tokens} tokens left.", { tokens: formatTokens(forecast.left) });
    case "unknown":
      return say("The point at which this client compacts is unknown.");
    default:
      return forecast satisfies never;
  }
}

export const isNear = (forecast: CompactionForecast): boolean =>
  forecast.kind === "next" || (forecast.kind === "range" && forecast.low <= NEAR && forecast.about <= 2 * NEAR);

/** The fill of the window in tokens, up to the compaction if its size is known; null before the first request. */
export function fillSentence(
  { prompt_tokens: prompt, window, compacts_at: line }: LiveSession,
  say: Say,
): string | null {
  if (prompt === null) return null;
  const tokens = formatTokens(prompt);
  if (line !== null) return say("{tokens} of {line} tokens before it compacts", { tokens, line: formatTokens(line) });
  if (window === null) return say("{tokens} tokens; the window is unknown", { tokens });
  return say("{tokens} tokens, {share} of the window", { tokens, share: formatShare(prompt / window) });
}

export type Activity = "live" | "waiting" | "ended";

/** A session is live for a minute after its last row, then waiting for half an hour. Times in milliseconds. */
export function activityAt(lastAt: number | null, now: number): Activity {
  if (lastAt === null || now - lastAt > 30 * 60_000) return "ended";
  return now - lastAt < 60_000 ? "live" : "waiting";
}

/** Remaining milliseconds as `59:12` or `1:00:00`. */
export function clockLeft(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => `${value}`.padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Screen-reader announcement of new requests: request, window, forecast. */
export function growthSentence(live: LiveSession, say: Say): string {
  const { requests, prompt_tokens: prompt, window, forecast } = live;
  const share = prompt === null || window === null ? null : formatShare(prompt / window);
  const fill = share === null ? null : say("Window {share}.", { share });
  return joinSentences([say("Request {number}.", { number: requests }), fill, forecastSentence(forecast, say)], say);
}

/** Screen-reader announcement of a cache break, made immediately. */
export function breakSentence({ last_break: last }: LiveSession, say: Say): string | null {
  if (last === null) return null;
  const { number, cause_id: cause } = last;
  return say("Cache break at request {number}: {cause}. {tokens} tokens sent again, {cost}.", {
    number,
    cause: cause === null ? say("cause not shown by the log") : say(liveCause(cause)),
    tokens: formatLostTokens(last),
    cost: last.lost_cost === null ? say("no price") : formatLostMoney(last),
  });
}

/** The name of a live break's cause. */
export const liveCause = (id: NonNullable<LiveBreak["cause_id"]>): Sentence =>
  id === "compaction" ? sentence("Compaction") : nameOf({ id });
