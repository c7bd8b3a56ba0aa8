/**
 * Replays the policies of an advice over every session of the folders given, and writes their outcomes as JSON, so that
 * ways of choosing can be compared without replaying again:
 *
 *     node scripts/run-ts.mjs bench/advice/outcomes.ts OUT.json FOLDER [FOLDER …]
 */
import { writeFileSync } from "node:fs";
import { blockStarts, outcomeOf } from "@/lib/advice/outcome";
import { firstRound } from "@/lib/advice/search";
import { cachePrices } from "@/lib/models/price-usage";
import { resolveModel } from "@/lib/models/resolve-model";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import type { LoggedRequest } from "@/lib/replay/logged-request";
import { replaySession } from "@/lib/replay/replay-session";
import type { ReplayPolicy } from "@/lib/replay/replay-types";
import { loadVocabulary } from "@/lib/server/vocabulary";
import { createEnvironment } from "@/lib/strategies/grammar/environment";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import type { Session } from "@/lib/transcript/session";
import { loadSharedSessions } from "@/tests/support/shared-transcripts";

const STRATEGIES = [
  "winnow",
  "anthropic-clear-tool-uses",
  "roo-truncate",
  "manus",
  "opencode-prune",
  "langchain-clear-tool-uses",
];

function outcomesOf(file: string, session: Session) {
  const analysis = analyzeSession(session, loadVocabulary);
  const own = analysis.requests.filter(({ agent }) => agent === "main");
  if (own.length < 30) return null;
  const tokenizer = createTokenizer("o200k", loadVocabulary);
  const base = createEnvironment({
    count: (text) => tokenizer.count(text),
    tokensOfPart: (part) => analysis.ledger.parts.get(part.id)?.tokens,
    store: { put: (content, { tokens }) => ({ id: "unused", bytes: content.length, tokens }) },
  });
  const environmentOf = ({ request, prices, oneHour }: LoggedRequest) => ({
    ...base,
    budget: { window: request.limits?.window ?? resolveModel(request.model)?.window ?? null, reserve: 0 },
    ...(prices && { prices: cachePrices(prices, oneHour) }),
  });
  const peak = Math.max(...own.map(({ promptTokens }) => promptTokens.tokens));
  const space = {
    families: STRATEGIES.map((id) => ({ id, recipe: id, floorShare: null })),
    peak,
    latest: 200_000,
    most: 72,
    prices: [0],
  };
  const policies: ReplayPolicy[] = [
    { kind: "logged", id: "logged" },
    { kind: "keep-all", id: "keep-all" },
    ...firstRound(space).map(({ id, family, trigger }) => ({
      kind: "recipe" as const,
      id,
      recipe: family.recipe,
      trigger: { tokens: trigger },
    })),
  ];
  const from = performance.now();
  const replays = replaySession(analysis, policies, { environmentOf });
  const starts = blockStarts(
    session,
    "main",
    own.map(({ span }) => span.end),
  );
  const seconds = (performance.now() - from) / 1000;
  console.error(
    file,
    own.length,
    "requests",
    starts.length,
    "blocks",
    peak,
    "peak",
    policies.length,
    "policies",
    seconds.toFixed(1),
    "s",
  );
  return {
    file,
    client: session.client ?? session.format,
    seconds,
    outcomes: replays.map((replay, index) => {
      const policy = policies[index];
      const trigger = policy?.kind === "recipe" ? (policy.trigger?.tokens ?? null) : null;
      return outcomeOf(replay, trigger, starts);
    }),
  };
}

const [out = "", ...folders] = process.argv.slice(2);
const found = [];
for (const folder of folders)
  for (const { file, session } of await loadSharedSessions(folder)) {
    const outcomes = outcomesOf(file, session);
    if (outcomes) found.push(outcomes);
  }
writeFileSync(out, JSON.stringify(found));
