import { multipliersOf } from "@/lib/cache/break-even";
import type { LaterRequest, Rates } from "@/lib/evaluation/net-cost";
import type { LoggedRequest } from "@/lib/replay/logged-request";

/** Anthropic's multiples (November 2026), for sessions whose model is not named or has no prices. */
const ASSUMED: Rates = { read: 0.1, write: 1.25, output: 5 };

/** A token of input costs 1; writes are priced for as long as the session's own writes are kept. */
export const ratesOf = ({ prices, oneHour }: Pick<LoggedRequest, "prices" | "oneHour">): Rates =>
  prices ? multipliersOf(prices, oneHour) : ASSUMED;

/** The requests that carry what is in the prompt at `start`: up to the client's own next compaction, or to the end. */
export function laterRequests(logged: readonly LoggedRequest[], start: number): LaterRequest[] {
  const end = logged.findIndex(({ isCompacted }, index) => index > start && isCompacted);
  return logged.slice(start, end < 0 ? undefined : end).map(({ request, warmth }, index) => {
    const before = logged[start + index - 1]?.request;
    const prompt = request.promptTokens.tokens;
    return {
      prompt,
      read: readOf(prompt, before, request.usage?.cacheRead ?? null, warmth),
      output: request.output ?? 0,
    };
  });
}

/** As reported; where the log does not say, all that stood in the request before, as in a loop without pauses. */
function readOf(prompt: number, before: LoggedRequest["request"] | undefined, reported: number | null, warmth: number) {
  const known = reported ?? (before?.promptTokens.tokens ?? 0) * warmth;
  return Math.min(prompt, known);
}
