import type { Conversation } from "@/lib/conversation/message";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { STRATEGIES } from "@/lib/strategies";
import type { Environment } from "@/lib/strategies/grammar/environment";
import { generateConversation } from "@/tests/support/generate-conversation";
import { leastOfRounds } from "./cpu-time";
import { warmEnvironment } from "./environments";
import { trimWithLangChain } from "./peers";

/** Numbers of messages, with about 20k, 220k and 2M tokens. */
export const SIZES = [64, 700, 6400] as const;
const ROUNDS = 5;
/**
 * Number of runs timed together at each size, so that each size handles as many messages as one run at the largest. The fastest of single short runs would never include garbage collection, while a long run always does.
 */
const RUNS = SIZES.map((size) => Math.round((SIZES[SIZES.length - 1] as number) / size));

/**
 * Milliseconds of one run at each size, null if the work differed from that at the largest size. Also the
 * exponent of growth over the other sizes; null for a single size.
 */
export type GrowthRow = {
  readonly id: string;
  readonly times: readonly (number | null)[];
  readonly exponent: number | null;
};

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
    // Some presets have thresholds and do nothing on a small history, so their work there cannot be compared.
    const isSame = (index: number) => statuses[index] === statuses.at(-1);
    presets.push(await growthOf(id, (index) => run(cases[index] as Case), isSame));
  }
  return { controls, presets };
}

/** A map of all parts by id. The time for any such pass shows how the machine itself slows down with size. */
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
  const tasks = RUNS.map((runs, index) => () => async () => {
    for (let turn = 0; turn < runs; turn += 1) await run(index);
  });
  const least = await leastOfRounds(tasks, ROUNDS);
  const times = least.map((time, index) => (isSame(index) ? time / (RUNS[index] ?? 1) : null));
  return { id, times, exponent: exponentOf(times) };
}

/** The exponent of the growth between the smallest counted size and the largest. */
function exponentOf(times: readonly (number | null)[]): number | null {
  const first = times.findIndex((time) => time !== null);
  if (first >= times.length - 1) return null;
  const ratio = (times.at(-1) ?? 0) / (times[first] ?? 1);
  return Math.log(ratio) / Math.log((SIZES.at(-1) ?? 1) / (SIZES[first] ?? 1));
}
