/**
 * Time of a replay after tokenization, by number of requests and by policy:
 *
 *     node scripts/run-ts.mjs bench/replay/speed.ts
 */
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { replaySession } from "@/lib/replay/replay-session";
import type { ReplayPolicy } from "@/lib/replay/replay-types";
import { loadVocabulary } from "@/lib/server/vocabulary";
import { createEnvironment } from "@/lib/strategies/environment";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import { printTable } from "../accuracy/print-table";
import { longSession } from "./long-session";

const RUNS = 1;
const recipe = (id: string, fraction: number): ReplayPolicy => ({
  kind: "recipe",
  id,
  recipe: id,
  trigger: { fraction },
});
const LOGGED: ReplayPolicy = { kind: "logged", id: "logged" };
const POLICIES: readonly ReplayPolicy[] = [
  { kind: "keep-all", id: "keep-all" },
  recipe("winnow", 0.8),
  recipe("swe-agent-last-n", 0.65),
  recipe("roo-truncate", 0.8),
  recipe("centagent-externalise", 0.5),
];

const tokenizer = createTokenizer("claude", loadVocabulary);

/** Processor milliseconds, the least of the runs; reading the entities of every part is in each of them. */
async function measure(requests: number) {
  const analysis = analyzeSession(await longSession(requests), loadVocabulary);
  const environment = createEnvironment({
    count: (text) => tokenizer.count(text),
    tokensOfPart: (part) => analysis.ledger.parts.get(part.id)?.tokens,
    budget: { window: 200_000, reserve: 20_000 },
    store: {
      put: (content, { toolName, tokens }) => ({
        id: `out_${content.length}`,
        bytes: content.length,
        tokens,
        ...(toolName !== undefined && { toolName }),
      }),
    },
  });
  const run = (policies: readonly ReplayPolicy[]) =>
    replaySession(analysis, policies, { environmentOf: () => environment });
  const time = (policies: readonly ReplayPolicy[]) => {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < RUNS; round += 1) {
      const before = process.cpuUsage();
      run(policies);
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, (user + system) / 1000);
    }
    return best;
  };
  const fired = run(POLICIES).map(({ totals }) => totals.fired);
  return {
    messages: analysis.session.messages.length,
    all: time([LOGGED, ...POLICIES]),
    each: POLICIES.map((policy, index) => ({ id: policy.id, milliseconds: time([policy]), fired: fired[index] ?? 0 })),
  };
}

await measure(100);
const rows: (string | number)[][] = [];
const each: (string | number)[][] = [];
let last: { requests: number; all: number } | null = null;
for (const requests of [500, 1000, 2000]) {
  const { messages, all, each: policies } = await measure(requests);
  const exponent = last ? Math.log(all / last.all) / Math.log(requests / last.requests) : null;
  rows.push([requests, messages, Math.round(all), (all / requests).toFixed(2), exponent?.toFixed(2) ?? "–"]);
  for (const { id, milliseconds, fired } of policies) each.push([requests, id, Math.round(milliseconds), fired]);
  last = { requests, all };
}
printTable(
  "The log and five policies",
  ["requests", "messages", "ms of processor", "ms per request", "exponent"],
  rows,
);
printTable("Each policy alone", ["requests", "policy", "ms", "fired"], each);
