import { replaySession } from "@/bench/replay/replay-session";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import type { Replay, ReplayPolicy } from "@/lib/replay/replay-types";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { createEnvironment } from "@/lib/strategies/grammar/environment";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import { longSession } from "./long-session";

const recipe = (id: string, fraction: number): ReplayPolicy => ({
  kind: "recipe",
  id,
  recipe: id,
  trigger: { fraction },
});
export const LOGGED: ReplayPolicy = { kind: "logged", id: "logged" };
/** Keeping everything, and four strategies that run at 50 to 80 % of the window. */
export const POLICIES: readonly ReplayPolicy[] = [
  { kind: "keep-all", id: "keep-all" },
  recipe("winnow", 0.8),
  recipe("swe-agent-last-n", 0.65),
  recipe("roo-truncate", 0.8),
  recipe("centagent-externalise", 0.5),
];

const tokenizer = createTokenizer("claude", loadVocabulary);

export type Run = {
  readonly requests: number;
  readonly messages: number;
  readonly replay: (policies: readonly ReplayPolicy[]) => readonly Replay[];
};

/** A session of this many requests with counted parts, and a replay of policies over it. */
export async function prepareRun(requests: number): Promise<Run> {
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
