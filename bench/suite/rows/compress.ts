import type { Conversation } from "@/lib/conversation/message";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import type { Environment } from "@/lib/strategies/grammar/environment";
import { generateConversation } from "@/tests/support/generate-conversation";
import { warmEnvironment } from "../../compress/environments";
import { pruneWithAiSdk, trimWithLangChain } from "../../compress/peers";
import { barsOf, type Contender, processorMs, ratioOf, takeTurns } from "../rounds";
import type { Options, Row, RowFigures } from "../row";

/** Number of messages in a generated history, and the approximate tokens. */
const SIZES = [
  { messages: 64, tokens: "20k" },
  { messages: 700, tokens: "200k" },
  { messages: 3_200, tokens: "1M" },
] as const;
/** Runs that are timed together, so that garbage collection affects each size equally. */
const MESSAGES_AT_ONCE = 25_600;

export const compressInProcess: Row = {
  id: "compress",
  title: "Compressing in process",
  what:
    "Compresses a generated coding session to half of its size. Its parts have been counted before; the conversation is a new object each time. " +
    "`winnow` is the default strategy. `langchain-trim` and `ai-sdk-prune` are Winnow's strategies that decide like LangChain's `trimMessages` and the " +
    "AI SDK's `pruneMessages`, with which they are compared. `trimMessages` gets a counter that caches, and its messages are built beforehand. " +
    "Winnow also checks its result and accounts for every part. Processor time.",
  isQuick: true,
  measure,
};

async function measure({ rounds }: Options): Promise<RowFigures> {
  const contenders = SIZES.flatMap(contendersAt);
  const times = await takeTurns(contenders, rounds);
  const ratios = SIZES.flatMap(({ tokens }) => [
    ratioOf(`compress/winnow-${tokens}`, times, `winnow, ${tokens}`, `trimMessages, ${tokens}`),
    ratioOf(`compress/trim-${tokens}`, times, `langchain-trim, ${tokens}`, `trimMessages, ${tokens}`),
    // At 20k tokens pruning takes a hundredth of a millisecond, which cannot be measured well enough for a
    // target.
    ...(tokens === "20k"
      ? []
      : [ratioOf(`compress/prune-${tokens}`, times, `ai-sdk-prune, ${tokens}`, `pruneMessages, ${tokens}`)]),
  ]);
  const ratio = (id: string) => ratios.find((one) => one.id === id)?.spread.median ?? Number.NaN;
  const copying = ratioOf("compress/copy", times, "winnow, 200k", "naming each part once, 200k").spread.median;
  return {
    unit: "ms",
    bars: barsOf(contenders, times),
    ratios,
    aims: [
      ...SIZES.map(({ tokens }) => ({
        meaning: `winnow / trimMessages at ${tokens} tokens`,
        value: ratio(`compress/winnow-${tokens}`),
        most: 1.3,
        unit: "×",
        whyMissed: "In small histories the checks and the account of every part dominate; trimMessages makes neither.",
      })),
    ],
    limit: {
      what: "Each part has to be entered once into a table by its id.",
      distance: `At 200k tokens, winnow takes ${copying.toFixed(0)} × that.`,
    },
    skipped: [],
  };
}

function contendersAt({ messages, tokens }: (typeof SIZES)[number]): Contender[] {
  const conversation = generateConversation(messages, 1, 5);
  const environment = warmEnvironment(conversation, null);
  const times = Math.max(1, Math.round(MESSAGES_AT_ONCE / messages));
  const contender = (name: string, isOurs: boolean, work: () => unknown): Contender => ({
    name: `${name}, ${tokens}`,
    isOurs,
    measure: async () => (await processorMs(() => repeat(work, times))) / times,
  });
  const ours = (id: string) => contender(id, true, () => compressConversation({ ...conversation }, id, environment));
  return [
    ours("winnow"),
    ours("langchain-trim"),
    contender("trimMessages", false, trimWithLangChain(conversation, environment.budget.window ?? 0, environment)),
    ours("ai-sdk-prune"),
    contender("pruneMessages", false, pruneWithAiSdk(conversation)),
    contender("naming each part once", false, () => namesOf(conversation, environment)),
  ];
}

async function repeat(work: () => unknown, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) await work();
}

function namesOf({ messages }: Conversation, { tokensOf }: Environment): Map<string, number> {
  const named = new Map<string, number>();
  for (const { parts } of messages) for (const part of parts) named.set(part.id, tokensOf(part));
  return named;
}
