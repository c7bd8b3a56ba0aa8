import type { EnvironmentInput } from "@/lib/strategies/grammar/environment";
import type { SummaryAnswer, SummaryNeed } from "@/lib/strategies/grammar/summariser";

/** A summariser that writes what the test defines, and records its requests. */
export function fakeSummariser(answer: string | ((need: SummaryNeed, call: number) => SummaryAnswer)) {
  const asked: SummaryNeed[] = [];
  const summaries: NonNullable<EnvironmentInput["summaries"]> = {
    summarise: (request) => {
      const need = { ...request, transcript: request.transcript() };
      asked.push(need);
      return typeof answer === "string" ? { ok: true, text: answer } : answer(need, asked.length);
    },
  };
  return { asked, summaries };
}

export const failing = (): SummaryAnswer => ({ ok: false, code: "summary-failed", message: "the model is away" });
