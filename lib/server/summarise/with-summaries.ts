import type { SummaryAnswer } from "@/lib/strategies/summaries/summariser";
import { Problem } from "../problem";
import type { BodyOutput, SummaryInput } from "../workers/body-task";
import { configuredModel, summaryModel } from "./summary-model";
import { writeSummary } from "./write-summary";

/** Rounds of planning: a summary, a second look at it, and fallbacks that summarise as well. */
const MOST_ROUNDS = 6;

export type SummaryProgress = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Record<string, unknown>) => void;
};

/**
 * Runs work that may need summaries: the worker plans and says what it needs, the calls of models are made here, where
 * nothing is computed, and the worker runs again with their answers. No worker waits for a model.
 */
export async function withSummaries(
  run: (summaries: SummaryInput) => Promise<BodyOutput>,
  { signal, onProgress }: SummaryProgress,
): Promise<BodyOutput> {
  const answers = new Map<string, SummaryAnswer>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const output = await run({ defaultModel: configuredModel(), answers: [...answers] });
    if (!output.needs || output.needs.summaries.length === 0) return output;
    const model = summaryModel(output.needs.model);
    const write = (need: (typeof output.needs.summaries)[number]) =>
      writeSummary(need, model, {
        ...(signal && { signal }),
        onDelta: (text) => onProgress?.({ event: "summary.delta", data: { style: need.style.id, text } }),
      });
    const written = await Promise.all(
      output.needs.summaries.map(async (need) => [need.key, await write(need)] as const),
    );
    for (const [key, answer] of written) answers.set(key, answer);
  }
  throw new Problem(424, "summary-failed", `the strategy asked for more than ${MOST_ROUNDS} rounds of summaries`);
}
