import type { CacheRequest } from "@/lib/cache/cache-request";
import type { CacheOutcome } from "@/lib/cache/policies/policy";
import { chainKey } from "@/lib/cache/read-expectation";
import { cacheWritten } from "@/lib/transcript/usage";

export type BreakScore = { readonly logged: number; readonly predicted: number; readonly both: number };

/** True when much of the cache was not read. `left` is what the chain's last request read and wrote, or its prompt. */
const isBreak = (read: number, left: number) => read < 0.95 * left && left - read > 2000;

/** Counts breaks in the log, breaks that a simulation predicts, and breaks that are in both. */
export function scoreBreaks(requests: readonly CacheRequest[], outcomes: readonly (CacheOutcome | null)[]): BreakScore {
  const last = new Map<string, CacheRequest>();
  const score = { logged: 0, predicted: 0, both: 0 };
  requests.forEach((request, position) => {
    const before = last.get(chainKey(request))?.usage ?? null;
    const read = request.usage?.cacheRead ?? null;
    if (read !== null) last.set(chainKey(request), request);
    const outcome = outcomes[position] ?? null;
    if (before === null || read === null || outcome === null) return;
    const written = cacheWritten(before);
    const left = (before.cacheRead ?? 0) + (written ?? before.uncachedInput ?? 0);
    const [logged, predicted] = [isBreak(read, left), isBreak(outcome.read, left)];
    score.logged += Number(logged);
    score.predicted += Number(predicted);
    score.both += Number(logged && predicted);
  });
  return score;
}
