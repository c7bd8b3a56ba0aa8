import type { Edit } from "@/lib/conversation/edit";
import type { Conversation } from "@/lib/conversation/message";
import { oracleBlocks } from "@/lib/evaluation/hindsight";
import type { Cut } from "@/lib/evaluation/measure-loss";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { STRATEGIES } from "@/lib/strategies";
import type { Environment } from "@/lib/strategies/environment";
import type { Recipe } from "@/lib/strategies/recipe";
import { keepBlocks } from "@/tests/support/cut";

/** What a row of the table runs; baselines are what every strategy is held against. */
export type Contender = {
  readonly name: string;
  readonly isBaseline: boolean;
  run(cut: Cut, environment: Environment): { conversation: Conversation; edits: readonly Edit[]; applied: boolean };
};

const baseline = (name: string, keep: (cut: Cut) => (block: number) => boolean): Contender => ({
  name,
  isBaseline: true,
  run: (cut) => ({ conversation: keepBlocks(cut, keep(cut)), edits: [], applied: true }),
});

/** Blocks in the order of the conversation; not valid histories, so they are lines in the sand and not strategies. */
export const BASELINES: readonly Contender[] = [
  baseline("identity", () => () => true),
  baseline("drop all", () => () => false),
  baseline("last quarter", ({ evidence }) => {
    const start = evidence.original.messages.length * 0.75;
    return (block) => (evidence.blocks[block]?.position ?? 0) >= start;
  }),
  baseline("random half", () => (block) => scramble(block) % 2 === 0),
  baseline("random fifth", () => (block) => scramble(block) % 5 === 0),
  baseline("oracle", (cut) => {
    const chosen = cut.needed ? oracleBlocks(cut.needed, cut.evidence) : new Set<number>();
    return (block) => chosen.has(block);
  }),
];

const scramble = (block: number): number => (Math.imul(block + 1, 2_654_435_761) >>> 0) >>> 7;

const strategy = (name: string, recipe: Recipe | null): Contender => ({
  name,
  isBaseline: false,
  run: (cut, environment) => {
    const { conversation, edits, status } = compressConversation(cut.evidence.original, recipe, environment, {
      force: true,
    });
    return { conversation, edits, applied: status === "applied" };
  },
});

/** Every deterministic preset with its defaults, and the default recipe of POST /api/compress. */
export const STRATEGY_ROWS: readonly Contender[] = [
  strategy("(default)", null),
  ...STRATEGIES.filter(({ needsModel }) => !needsModel).map(({ id }) => strategy(id, id)),
];
