import type { Conversation } from "@/lib/conversation/message";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { STRATEGIES } from "@/lib/strategies";
import { requestTokens } from "@/lib/strategies/grammar/create-view";
import type { Environment } from "@/lib/strategies/grammar/environment";
import { leastOfRounds, type Task } from "./cpu-time";
import { coldEnvironment, warmEnvironment } from "./environments";
import { countWithGptTokenizer, pruneWithAiSdk, trimWithLangChain } from "./peers";

const WINDOW = 100_000;
/**
 * Enough rounds for the measured code to be compiled. `trimMessages` and counting are compiled sooner,
 * because they run with every preset.
 */
const WARM_ROUNDS = 60;
const COLD_ROUNDS = 12;

/** Milliseconds of processor time of a preset, and of the peer in the same rounds. */
type Times = { readonly warm: number; readonly trim: number; readonly cold: number; readonly count: number };
export type PresetRow = Times & { readonly id: string; readonly status: string; readonly folds: boolean };

export type Beside = {
  readonly title: string;
  readonly messages: number;
  readonly tokens: number;
  /** `gptCount` is a counting pass by gpt-tokenizer, `count` one by Winnow's tokenizer. */
  readonly peers: Readonly<Record<"count" | "gptCount" | "trim" | "prune", number>>;
  readonly rows: readonly PresetRow[];
};

export async function measureBesidePeers(title: string, conversation: Conversation): Promise<Beside> {
  const environment = warmEnvironment(conversation, WINDOW);
  const trim = trimWithLangChain(conversation, WINDOW, environment);
  await leastOfRounds([() => trim], WARM_ROUNDS);
  const rows: PresetRow[] = [];
  for (const { id, summarises = false } of STRATEGIES) {
    const { status } = compressConversation(conversation, id, environment);
    rows.push({ id, status, folds: summarises, ...(await measure(id, conversation, environment, trim)) });
  }
  const prune = pruneWithAiSdk(conversation);
  const [pruned = 0] = await leastOfRounds([() => prune], WARM_ROUNDS);
  const [gptCount = 0] = await leastOfRounds([() => countWithGptTokenizer(conversation)], COLD_ROUNDS);
  const least = (field: "trim" | "count") => Math.min(...rows.map((row) => row[field]));
  const peers = { count: least("count"), gptCount, trim: least("trim"), prune: pruned };
  return {
    title,
    messages: conversation.messages.length,
    tokens: requestTokens(conversation, environment),
    peers,
    rows,
  };
}

async function measure(id: string, conversation: Conversation, environment: Environment, trim: () => unknown) {
  // The parts are already cached; what depends on the entire conversation is computed in every run.
  const again: Task = () => {
    const copy = { ...conversation };
    return () => compressConversation(copy, id, environment);
  };
  const [warm = 0, trimmed = 0] = await leastOfRounds([again, () => trim], WARM_ROUNDS);
  const first = unseen(conversation, (copy) => compressConversation(copy, id, coldEnvironment(WINDOW)));
  const pass = unseen(conversation, (copy) => requestTokens(copy, coldEnvironment(WINDOW)));
  const [cold = 0, count = 0] = await leastOfRounds([first, pass], COLD_ROUNDS);
  return { warm, trim: trimmed, cold, count };
}

/** Copies a conversation, so that nothing is cached about its parts. */
const unseen =
  (conversation: Conversation, run: (copy: Conversation) => unknown): Task =>
  () => {
    const copy = structuredClone(conversation);
    return () => run(copy);
  };
