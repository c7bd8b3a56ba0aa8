import type { ModelNeeds, SummaryInput } from "@/lib/compress/summary-rules";
import type { ItemAnswer } from "@/lib/strategies/grammar/item-maker";
import type { SummaryAnswer } from "@/lib/strategies/grammar/summariser";
import { inStage } from "../process/server-timing";
import { readSettings } from "../store/preferences";
import type { BodyOutput } from "../workers/body-task";
import { configuredModel, summaryModel } from "./summary-model";
import { writeSummary } from "./write-summary";

/** Rounds of planning: for a summary, a check of it, and fallbacks that also need summaries. */
const MAX_ROUNDS = 6;

export type SummaryProgress = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Record<string, unknown>) => void;
};

/**
 * Runs work that may need summaries or a provider's items. The worker returns its needs, this function calls the models
 * in the main thread, and the worker runs again with their answers, so no worker waits for a model. After the last
 * round, missing answers count as failed, so there always is a result.
 */
export async function withSummaries(
  run: (summaries: SummaryInput) => Promise<BodyOutput>,
  progress: SummaryProgress,
): Promise<BodyOutput> {
  const answers = new Map<string, SummaryAnswer>();
  const items = new Map<string, ItemAnswer>();
  const { summary_prompts: saved } = await readSettings();
  const given = { defaultModel: configuredModel(), saved };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const output = await run({ ...given, answers: [...answers], items: [...items] });
    const { needs } = output;
    if (!needs || needs.summaries.length + (needs.items?.length ?? 0) === 0) return output;
    await inStage("model", async () => {
      for (const [key, answer] of await writeAll(needs, progress)) answers.set(key, answer);
      for (const [key, answer] of await makeAll(needs, progress)) items.set(key, answer);
    });
  }
  const ended = `the strategy asked for more than ${MAX_ROUNDS} rounds of summaries`;
  return run({ ...given, answers: [...answers], items: [...items], ended });
}

type Answers<Answer> = Promise<(readonly [string, Answer])[]>;

async function writeAll(
  { model, summaries }: ModelNeeds,
  { signal, onProgress }: SummaryProgress,
): Answers<SummaryAnswer> {
  if (summaries.length === 0) return [];
  const writer = summaryModel(model);
  return Promise.all(
    summaries.map(async (need) => {
      const onDelta = (text: string) => onProgress?.({ event: "summary.delta", data: { style: need.style.id, text } });
      return [need.key, await writeSummary(need, writer, { ...(signal && { signal }), onDelta })] as const;
    }),
  );
}

async function makeAll({ model, items = [] }: ModelNeeds, { signal }: SummaryProgress): Answers<ItemAnswer> {
  if (items.length === 0) return [];
  const { makeItem } = await import("./make-item"); // loads the providers' clients
  return Promise.all(items.map(async (request) => [request.key, await makeItem(request, model, signal)] as const));
}
