/**
 * Time of a replay after tokenization, by number of requests and by policy:
 *
 *     node scripts/run-ts.mjs bench/replay/speed.ts
 *
 * The session's parts are counted before timing starts; what a policy writes (stubs, notes) is counted within it. In the
 * "first run" nothing else is known of the parts. Later runs remember what recipes read from a single part, but find the
 * facts by which losses are measured again in every replay.
 */
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { replaySession } from "@/lib/replay/replay-session";
import type { Replay, ReplayPolicy } from "@/lib/replay/replay-types";
import { loadVocabulary } from "@/lib/server/vocabulary";
import { createEnvironment } from "@/lib/strategies/grammar/environment";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import { printTable } from "../accuracy/print-table";
import { longSession } from "./long-session";

const SIZES = [500, 1000, 2000, 4000];
const ROUNDS = 3;
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

type Run = {
  readonly requests: number;
  readonly messages: number;
  readonly replay: (policies: readonly ReplayPolicy[]) => readonly Replay[];
};

async function prepare(requests: number): Promise<Run> {
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
  const replay = (policies: readonly ReplayPolicy[]) =>
    replaySession(analysis, policies, { environmentOf: () => environment });
  return { requests, messages: analysis.session.messages.length, replay };
}

/** Milliseconds of processor time, each including the search for the facts of every part. */
function measure({ replay }: Run, policies: readonly ReplayPolicy[]): number {
  const before = process.cpuUsage();
  replay(policies);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least time of the rounds. Sizes run in turn, so that a busy moment of the machine affects all of them. */
function leastOf(runs: readonly Run[], policies: readonly ReplayPolicy[]): number[] {
  const best = runs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round += 1)
    runs.forEach((run, at) => {
      best[at] = Math.min(best[at] as number, measure(run, policies));
    });
  return best;
}

const exponents = (values: readonly number[]): string[] =>
  values.map((value, at) => {
    const [before, size, half] = [values[at - 1], SIZES[at] as number, SIZES[at - 1]];
    return before === undefined || half === undefined
      ? "–"
      : (Math.log(value / before) / Math.log(size / half)).toFixed(2);
  });

const runs: Run[] = [];
for (const size of SIZES) runs.push(await prepare(size));
// After this warm-up all code is compiled, but nothing is remembered about the parts of the measured sessions.
measure(await prepare(SIZES[0] as number), POLICIES);
const first = runs.map((run) => measure(run, [LOGGED, ...POLICIES]));
const all = leastOf(runs, [LOGGED, ...POLICIES]);
const [firstGrowth, growth] = [exponents(first), exponents(all)];
printTable(
  "The log and five policies",
  ["requests", "messages", "first run, ms", "exponent", "ms of processor", "ms per request", "exponent"],
  runs.map(({ requests, messages }, at) => {
    const [cold, time] = [first[at] as number, all[at] as number];
    const perRequest = (time / requests).toFixed(2);
    return [
      requests,
      messages,
      Math.round(cold),
      firstGrowth[at] as string,
      Math.round(time),
      perRequest,
      growth[at] as string,
    ];
  }),
);
const each = POLICIES.flatMap((policy) => {
  const times = leastOf(runs, [policy]);
  const own = exponents(times);
  return runs.map(({ requests, replay }, at) => {
    const fired = replay([policy])[0]?.totals.fired ?? 0;
    return [policy.id, requests, Math.round(times[at] as number), fired, own[at] as string];
  });
});
printTable("Each policy alone", ["policy", "requests", "ms", "fired", "exponent"], each);
