import { cacheWritten } from "../../transcript/usage";
import { expectReads } from "../read-expectation";
import { SECONDS } from "./option-values";
import { definePolicy, type PolicyRequest, readOnly } from "./policy";

/**
 * Expects each request to read what the chain's last request read and wrote, while that is still cached. Needs reported
 * usage but no text.
 */
export const usageLedger = definePolicy({
  id: "usage-ledger",
  title: "Usage ledger: what the last request read and wrote",
  short: "as reported",
  summary:
    "A request reads everything that the previous one, by the provider's counters, left in the cache, unless it has expired.",
  source: "platform.claude.com, prompt caching; checked against logs (docs/accuracy.md)",
  asOf: "2026-11-21",
  isStructural: false,
  options: {
    ttl: SECONDS.optional().describe("Seconds an entry lives if the log does not say; if not set, the model's value."),
  },
  run(requests, { modelOf, ttl }) {
    const expected = expectReads(requests, (model) => ttl ?? modelOf(model)?.cache.defaultTtlSeconds ?? null);
    return requests.map((request, position) => {
      const entry = expected[position] ?? null;
      return entry === null ? null : outcome(request, Math.min(entry.expected, request.leaf.tokens));
    });
  },
});

/** If writes are logged, tokens that are neither read nor plain input count as written. */
function outcome(request: PolicyRequest, read: number) {
  const { usage, leaf } = request;
  if (usage === null || cacheWritten(usage) === null) return readOnly(request, read);
  const uncached = Math.min(usage.uncachedInput ?? 0, leaf.tokens - read);
  const written = leaf.tokens - read - uncached;
  return { read, written, written1h: (usage.cacheWrite1h ?? 0) > 0 ? written : 0, uncached };
}
