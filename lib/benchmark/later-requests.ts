import { writePrice } from "../models/price-usage";
import type { LoggedRequest } from "../replay/logged-request";
import type { LaterRequest, Rates } from "./net-cost";

/** Anthropic's price multiples (November 2026), for sessions whose model is unknown or free, or has no prices. */
const ASSUMED: Rates = { read: 0.1, write: 1.25, output: 5 };

/** Prices relative to a token of input. The price of writes depends on how long the session's own writes are cached. */
export const ratesOf = ({ prices, oneHour }: Pick<LoggedRequest, "prices" | "oneHour">): Rates =>
  prices && prices.input > 0
    ? {
        read: prices.cacheRead / prices.input,
        write: writePrice(prices, oneHour) / prices.input,
        output: prices.output / prices.input,
      }
    : ASSUMED;

/** The requests that resend the prompt at `start`, up to the client's next compaction or to the end. */
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

/** The reported cache read. If the log reports none, the entire previous prompt, as in a loop without pauses. */
function readOf(prompt: number, before: LoggedRequest["request"] | undefined, reported: number | null, warmth: number) {
  const known = reported ?? (before?.promptTokens.tokens ?? 0) * warmth;
  return Math.min(prompt, known);
}
