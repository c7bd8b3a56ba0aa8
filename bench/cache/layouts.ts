/**
 * The cost of three layouts of the prompt cache on the corpus's sessions, relative to no cache, as in "Don't
 * Break the Cache" (arXiv 2601.06007):
 *
 * node scripts/run-ts.mjs bench/cache/layouts.ts
 *
 * *whole prompt*: what the log's client did, as reported. *head only*: tools and system prompt are cached,
 * the rest is plain input. *no tool results*: only the prompt up to the agent's first tool result is cached.
 * An entry lives five minutes from its last use, and is written at the provider's price. Outputs are left
 * out: they are the same everywhere.
 */
import { corpusRows, corpusSession } from "@/bench/corpus-sessions";
import { requestRates } from "@/lib/cache/lost-money";
import { FIVE_MINUTES } from "@/lib/cache/time-to-live";
import { bootstrapOf } from "@/lib/evaluation/bootstrap";
import { modelPricesAt } from "@/lib/models/price-at";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import type { ModelRequest } from "@/lib/requests/reconstruct-requests";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { cacheWritten, promptTokens, type Usage } from "@/lib/transcript/usage";
import { printTable } from "../accuracy/print-table";

const LAYOUTS = ["none", "whole", "head", "before-results"] as const;
type Layout = (typeof LAYOUTS)[number];
type Costs = Readonly<Record<Layout, number>> & { readonly requests: number; readonly heads: number };

/** Minimum number of requests; shorter sessions say little about long tasks. */
const LEAST_REQUESTS = 10;
const SIZES = [
  { name: "10 to 60", from: LEAST_REQUESTS, to: 60 },
  { name: "60 to 120", from: 60, to: 120 },
  { name: "over 120", from: 120, to: Number.POSITIVE_INFINITY },
  { name: "all", from: LEAST_REQUESTS, to: Number.POSITIVE_INFINITY },
];

function sumOf(costs: readonly Costs[], name: keyof Costs): number {
  return costs.reduce((sum, one) => sum + one[name], 0);
}

function shareText(chosen: readonly Costs[], layout: Layout): string {
  const share = (drawn: readonly Costs[]) => (100 * sumOf(drawn, layout)) / sumOf(drawn, "none");
  const [low, high] = bootstrapOf(chosen, share);
  return `${share(chosen).toFixed(1)} [${low.toFixed(1)}, ${high.toFixed(1)}]`;
}

/**
 * Prompt cost by layout; null without prices or reported reads. `heads`: cost of tools and system prompts without a
 * cache.
 */
function costsOf(requests: readonly ModelRequest[]): Costs | null {
  const counted = requests.filter(({ usage }) => usage !== null && promptTokens(usage) !== null);
  if (counted.length === 0 || counted.every(({ usage }) => !usage?.cacheRead)) return null;
  const sums = { none: 0, whole: 0, head: 0, "before-results": 0 };
  const [heads, beginnings] = [new Entries(), new Entries()];
  const first = new Map<string, number>();
  let headAlone = 0;
  for (const request of counted) {
    const { agent, model, startedAt, composition } = request;
    const usage = request.usage as Usage;
    const prices = modelPricesAt(model, startedAt);
    if (prices === null) return null;
    const { read, write, uncached } = requestRates(usage, prices);
    const prompt = promptTokens(usage) ?? 0;
    const written = cacheWritten(usage);
    const reads = usage.cacheRead ?? 0;
    const head = composition.unseen + composition.system + composition.tools;
    if (!first.has(agent)) first.set(agent, prompt);
    const beginning = Math.min(prompt, first.get(agent) ?? prompt);
    // Without a price for writes, they cost as much as plain input.
    const writeRate = written === null ? uncached : Math.max(write, prices.cacheWrite5m ?? uncached);
    const cached = (tokens: number, isRead: boolean) =>
      tokens * (isRead ? read : writeRate) + (prompt - tokens) * uncached;
    sums.none += prompt * uncached;
    sums.whole += reads * read + (written ?? 0) * write + (prompt - reads - (written ?? 0)) * uncached;
    sums.head += cached(head, heads.use(`${agent} ${model}`, startedAt));
    sums["before-results"] += cached(beginning, beginnings.use(`${agent} ${model}`, startedAt));
    headAlone += head * uncached;
  }
  return { ...sums, requests: counted.length, heads: headAlone };
}

/** Cache entries, each with the time of its last use. */
class Entries {
  readonly #used = new Map<string, number>();

  /** Returns whether the entry is cached, and caches it. Without times, nothing expires. */
  use(key: string, startedAt: string | undefined): boolean {
    const now = startedAt === undefined ? Number.NaN : Date.parse(startedAt) / 1000;
    const before = this.#used.get(key);
    this.#used.set(key, now);
    return before !== undefined && !(now - before > FIVE_MINUTES);
  }
}

const sessions: Costs[] = [];
for (const row of corpusRows()) {
  const session = await corpusSession(row);
  const costs = session && costsOf(analyzeSession(session, loadVocabulary).requests);
  if (costs && costs.requests >= LEAST_REQUESTS) sessions.push(costs);
}
printTable(
  "Prompts by layout of the cache, % of no cache (95 % interval over sessions)",
  ["requests", "sessions", "head, share of the prompts", "whole prompt", "head only", "no tool results"],
  SIZES.map(({ name, from, to }) => {
    const chosen = sessions.filter(({ requests }) => requests >= from && requests < to);
    const head = sumOf(chosen, "heads") / sumOf(chosen, "none");
    const shares = (["whole", "head", "before-results"] as const).map((layout) => shareText(chosen, layout));
    return [name, chosen.length, `${(100 * head).toFixed(0)} %`, ...shares];
  }),
);
