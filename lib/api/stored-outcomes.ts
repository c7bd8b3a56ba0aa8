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

/** The outcome of one session of a stored advice over several, in the session's own parts; null where they were not kept. */
export function sessionOutcomeOf(
  stored: NonNullable<AdviceSummary["logged"]>,
  id: string,
  session: number,
): Outcome | null {
  const parts = stored.session_parts?.[session];
  if (!parts) return null;
  const { fired, peak_prompt_tokens: peakPrompt, over_window: overWindow } = stored;
  const blocks = parts.cost.map((cost, part) => ({ cost, lost: parts.lost[part] ?? 0, requests: 0 }));
  return { id, trigger: null, blocks, fired, peakPrompt, overWindow };
}
