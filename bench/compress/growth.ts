import type { Conversation } from "@/lib/conversation/message";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { STRATEGIES } from "@/lib/strategies";
import type { Environment } from "@/lib/strategies/environment";
import { generateConversation } from "@/tests/support/generate-conversation";
import { leastOfRounds } from "./cpu-time";
import { warmEnvironment } from "./environments";
import { trimWithLangChain } from "./peers";

/** Messages of about 20k, 220k and 2M tokens. */
export const SIZES = [64, 700, 6400] as const;
const ROUNDS = 4;
/** Runs of one round at each size: short ones need more of them to meet a quiet moment. */
const RUNS = [6, 2, 1];

/** Milliseconds at each size, null where the work was other than at the largest, and the exponent of the rest. */
export type GrowthRow = { readonly id: string; readonly times: readonly (number | null)[]; readonly exponent: number };

type Case = { readonly conversation: Conversation; readonly environment: Environment };

export async function measureGrowth(scale: number): Promise<{ controls: GrowthRow[]; presets: GrowthRow[] }> {
  const cases = SIZES.map((size): Case => {
    const conversation = generateConversation(size, 1, scale);
    return { conversation, environment: warmEnvironment(conversation, null) };
  });
  const trims = cases.map(({ conversation, environment }) =>
    trimWithLangChain(conversation, environment.budget.window ?? 0, environment),
  );
  const controls = [
    await growthOf("one Map of all parts by id", (index) => mapOf(cases[index] as Case)),
    await growthOf("trimMessages", (index) => trims[index]?.()),
  ];
  const presets: GrowthRow[] = [];
  for (const { id } of STRATEGIES) {
    const run = ({ conversation, environment }: Case) => compressConversation({ ...conversation }, id, environment);
    const statuses = cases.map((one) => run(one).status);
    // A preset with thresholds of its own does nothing on a small history: that is other work.
    const isSame = (index: number) => statuses[index] === statuses.at(-1);
    presets.push(await growthOf(id, (index) => run(cases[index] as Case), isSame));
  }
  return { controls, presets };
}

/** What any pass over the parts by id costs: the machine's own growth. */
function mapOf({ conversation }: Case) {
  const parts = new Map<string, unknown>();
  for (const message of conversation.messages) for (const part of message.parts) parts.set(part.id, part);
  return parts;
}

async function growthOf(
  id: string,
  run: (index: number) => unknown,
  isSame: (index: number) => boolean = () => true,
): Promise<GrowthRow> {
  const indexes = SIZES.map((_, index) => index);
  const turns = indexes.flatMap((index) => Array.from({ length: RUNS[index] ?? 1 }, () => index));
  const tasks = turns.map((index) => () => () => run(index));
  const least = await leastOfRounds(tasks, ROUNDS);
  const times = indexes.map((index) => {
    const own = least.filter((_, turn) => turns[turn] === index);
    return isSame(index) ? Math.min(...own) : null;
  });
  const first = times.findIndex((time) => time !== null);
  const ratio = (times.at(-1) ?? 0) / (times[first] ?? 1);
  return { id, times, exponent: Math.log(ratio) / Math.log((SIZES.at(-1) ?? 1) / (SIZES[first] ?? 1)) };
}
