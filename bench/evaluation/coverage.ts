/**
 * Do needed facts, runs of six words and rare words rank strategies like the coverage that supercompact reports?
 * Coverage is the share of the entities after a cut, weighted by kind, that the result still mentions.
 *
 *     node scripts/run-ts.mjs bench/evaluation/coverage.ts [cuts per session = 5] FOLDER [FOLDER …]
 *
 * Kinds and weights are the published ones, patterns our own. Spearman's rank correlation over strategies at each cut;
 * means of all cuts, with the 95 % interval over sessions.
 */
import type { Conversation, Message } from "@/lib/conversation/message";
import { partText } from "@/lib/conversation/part";
import { bootstrap, mean } from "@/lib/evaluation/bootstrap";
import { measureLoss } from "@/lib/evaluation/measure-loss";
import { weightedEntities } from "@/lib/strategies/presets/supercompact";
import type { Session } from "@/lib/transcript/session";
import { loadSharedSessions } from "@/tests/support/shared-transcripts";
import { printTable } from "../accuracy/print-table";
import { placesOf } from "./measure-cuts";
import { spearman } from "./spearman";
import { strategy } from "./strategy-rows";

const FEWEST_RESPONSES = 30;
/** Strategies of every kind, without near duplicates. */
const STRATEGIES = [
  "winnow",
  "centagent-externalise",
  "swe-agent-last-n",
  "essay-rules",
  "openhands-masking",
  "openhands-recent",
  "anthropic-clear-tool-uses",
  "ai-sdk-prune",
  "roo-truncate",
  "pi-cut",
  "aider-cut",
  "letta-cut",
  "codex-user-messages",
  "sliding-turns",
  "task-boundary",
  "supercompact-eitf",
  "claude-code",
  "opencode-compact",
  "gemini-compress",
  "letta-sliding",
].map((id) => strategy(id, id));

const MEASURES = ["needed facts", "runs of six words", "rare words"] as const;

const textsOf = (messages: readonly Message[]) => messages.flatMap(({ parts }) => parts.map(partText));

/** What the agent and its tools wrote after the cut, without what a person typed. */
const followed = ({ messages, responses }: Session, index: number) =>
  messages
    .slice(responses[index]?.messageIndex)
    .filter(({ agent, role, origin }) => agent === "main" && (role !== "user" || origin === "tool"));

function coverageOf(later: ReadonlyMap<string, number>, { messages }: Conversation): number {
  const kept = weightedEntities(textsOf(messages));
  let [all, covered] = [0, 0];
  for (const [entity, weight] of later) {
    all += weight;
    if (kept.has(entity)) covered += weight;
  }
  return all === 0 ? 1 : covered / all;
}

const [first = "", ...rest] = process.argv.slice(2);
const isCount = /^\d+$/.test(first);
const [cuts, folders] = isCount ? [Number(first), rest] : [5, [first, ...rest]];
/** The correlations of each cut by session, in the order of `MEASURES`. */
const correlations: number[][][] = [];
for (const folder of folders)
  for (const { file, session } of await loadSharedSessions(folder)) {
    if (session.responses.filter(({ agent }) => agent === "main").length < FEWEST_RESPONSES) continue;
    const own = placesOf(file, session, cuts).map(({ cut, environment, index }) => {
      const later = weightedEntities(textsOf(followed(session, index)));
      const points = STRATEGIES.map((contender) => {
        const result = contender.run(cut, environment);
        const { hindsight } = measureLoss(cut, result);
        const kept = [hindsight?.recall ?? 1, hindsight?.verbatimRecall ?? 1, hindsight?.rareWordRecall ?? 1];
        return { coverage: coverageOf(later, result.conversation), kept };
      });
      return MEASURES.map((_, at) => spearman(points.map(({ coverage, kept }) => [coverage, kept[at] as number])));
    });
    if (own.length > 0) correlations.push(own);
  }
printTable(
  `${STRATEGIES.length} strategies, ${correlations.flat().length} cuts of ${correlations.length} sessions`,
  ["coverage against", "ρ, mean of cuts", "95 %"],
  MEASURES.map((measure, at) => {
    const groups = correlations.map((own) => own.flatMap((cut) => (Number.isNaN(cut[at]) ? [] : [cut[at] as number])));
    const [low, high] = bootstrap(groups.filter((group) => group.length > 0));
    return [measure, mean(groups.flat()).toFixed(2), `[${low.toFixed(2)}, ${high.toFixed(2)}]`];
  }),
);
