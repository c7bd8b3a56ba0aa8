import type { Block, Outcome } from "../advice/outcome";
import type { AdviceSummary } from "./schemas/advise";

/** The outcomes of a stored advice, to be weighed at another price. */
export function outcomesOf({ logged, policies }: Pick<AdviceSummary, "logged" | "policies">): {
  readonly log: Outcome | null;
  readonly outcomes: readonly Outcome[];
} {
  const read = (id: string, trigger: number | null, stored: NonNullable<AdviceSummary["logged"]>): Outcome => ({
    id,
    trigger,
    blocks: stored.blocks as readonly Block[],
    fired: stored.fired,
    peakPrompt: stored.peak_prompt_tokens,
    overWindow: stored.over_window,
  });
  return {
    log: logged && read("logged", null, logged),
    outcomes: policies.map((policy) => read(policy.id, policy.trigger_tokens, policy)),
  };
}
