import type { Edit } from "@/lib/conversation/edit";
import type { Conversation } from "@/lib/conversation/message";
import { oracleBlocks } from "@/lib/evaluation/hindsight";
import type { Cut } from "@/lib/evaluation/measure-loss";
import { type CompressionOptions, compressConversation, DEFAULT_RECIPE } from "@/lib/pipeline/compress-conversation";
import { STRATEGIES } from "@/lib/strategies";
import type { Environment } from "@/lib/strategies/grammar/environment";
import type { Mode } from "@/lib/strategies/grammar/strategy";
import { bindRecipe } from "@/lib/strategies/recipe/bind-recipe";
import type { Recipe } from "@/lib/strategies/recipe/recipe";
import { keepBlocks } from "@/tests/support/cut";

/** A strategy or baseline that a row of the table shows. */
export type Contender = {
  readonly name: string;
  readonly isBaseline: boolean;
  readonly mode: Mode;
  run(cut: Cut, environment: Environment): { conversation: Conversation; edits: readonly Edit[]; applied: boolean };
};

const baseline = (name: string, keep: (cut: Cut) => (block: number) => boolean): Contender => ({
  name,
  isBaseline: true,
  mode: "late-cut",
  run: (cut) => ({ conversation: keepWhole(cut, keepBlocks(cut, keep(cut))), edits: [], applied: true }),
});

/**
 * Uses the original objects for unchanged messages, as strategies do, because the cached prefix is found by comparing
 * objects.
 */
function keepWhole({ evidence: { original } }: Cut, kept: Conversation): Conversation {
  const whole = new Map(original.messages.map((message) => [message.id, message]));
  const messages = kept.messages.map((message) => {
    const before = whole.get(message.id);
    return before?.parts.length === message.parts.length ? before : message;
  });
  const isSame =
    messages.length === original.messages.length && messages.every((message, i) => message === original.messages[i]);
  return isSame ? original : { ...kept, messages };
}

/** Baselines that choose blocks of the conversation. Their results are not valid histories, so they are not strategies. */
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

function modeOf(recipe: Recipe): Mode {
  const bound = bindRecipe(recipe);
  if (!bound.ok) throw new Error(bound.error.message);
  return bound.value.mode;
}

/** Runs with everything that a proxy knows: the prices, and how much of the prompt is still in the cache. */
export const strategy = (name: string, recipe: Recipe | null, options: CompressionOptions = {}): Contender => ({
  name,
  isBaseline: false,
  mode: modeOf(recipe ?? DEFAULT_RECIPE),
  run: (cut, environment) => {
    const { conversation, edits, status } = compressConversation(cut.evidence.original, recipe, environment, {
      force: true,
      ...options,
    });
    return { conversation, edits, applied: status === "applied" };
  },
});

/** A strategy for a caller that reports nothing about the cache. */
export const unaware = (name: string, recipe: Recipe, options: CompressionOptions = {}): Contender => {
  const { run, ...row } = strategy(name, recipe, options);
  return {
    ...row,
    run: (cut, { cache: _, ...environment }) => run(cut, environment),
  };
};

/** A strategy with a limit for the prompt: the tokens before the messages, and this share of the messages. */
export const withTarget = (name: string, recipe: Recipe, share: number): Contender => ({
  name,
  isBaseline: false,
  mode: modeOf(recipe),
  run: (cut, environment) => {
    const { original } = cut.evidence;
    const own = original.messages.reduce((sum, message) => sum + environment.tokensOf(message), 0);
    const target = { tokens: Math.ceil(environment.fixedTokens + share * own) };
    const { conversation, edits, status } = compressConversation(original, recipe, environment, {
      target,
      force: true,
    });
    return { conversation, edits, applied: status === "applied" };
  },
});

/** Limits that a caller may set. Without a limit, the prompt may grow to the window. */
export const CEILINGS = [0.75, 0.6, 0.5, 0.4, 0.3, 0.2];

export const OWN_ROWS: readonly Contender[] = [
  unaware("winnow (cache unknown)", "winnow"),
  strategy("winnow (no excerpts)", { id: "winnow", params: { excerpt: 0 } }),
  ...CEILINGS.map((share) => withTarget(`winnow (at most ${Math.round(share * 100)} %)`, "winnow", share)),
];

/** Every preset with its default parameters. */
export const STRATEGY_ROWS: readonly Contender[] = STRATEGIES.filter(({ needsModel }) => !needsModel).flatMap(
  ({ id }) => (id === "winnow" ? [strategy(id, id), ...OWN_ROWS] : [strategy(id, id)]),
);
