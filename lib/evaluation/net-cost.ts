/** One request after a compression, as the log has it. All in tokens. */
export type LaterRequest = {
  readonly prompt: number;
  /** What of the prompt was read from the cache (or, where the log does not say, could be). */
  readonly read: number;
  readonly output: number;
};

/** Prices as multiples of a plain input token. */
export type Rates = { readonly read: number; readonly write: number; readonly output: number };

/** A change of the prompt before the first of the later requests. All in tokens. */
export type PromptCut = {
  /** What every later prompt no longer carries. */
  readonly removed: number;
  /** From the start of the prompt to the first change. */
  readonly prefixKept: number;
  /** Paid once: written by a model that read the whole prompt; 0 where no model wrote. */
  readonly summary: number;
  /** Paid once, as fresh input: what is fetched again because it was lost. */
  readonly fetched: number;
};

/** Costs in plain input tokens (times the input price = money). */
export type NetCost = {
  readonly without: number;
  readonly with: number;
  /** Share of what would have been paid that is not; negative where the change costs more than it saves. */
  readonly saved: number;
};

/**
 * What the later requests cost with and without the change: cached tokens at the read price, the others at the write
 * price, outputs as logged. The first request reads at most what stands before the change; each later one reads what the
 * log read, less what is gone. Where the log read nothing, the rewrite is free and every request saves at the write price.
 */
export function measureNetCost(cut: PromptCut, later: readonly LaterRequest[], rates: Rates): NetCost {
  const [first] = later;
  if (!first) return { without: 0, with: 0, saved: 0 };
  const without = later.reduce((sum, request) => sum + costOf(request, rates), 0);
  const changed = later.map((request, index) => withCut(request, index === 0, cut));
  const once = summaryCost(cut, first, rates) + rates.write * cut.fetched;
  const total = changed.reduce((sum, request) => sum + costOf(request, rates), once);
  return { without, with: total, saved: without === 0 ? 0 : 1 - total / without };
}

const costOf = ({ prompt, read, output }: LaterRequest, rates: Rates): number =>
  rates.read * read + rates.write * (prompt - read) + rates.output * output;

/** What was read stands from the start on: up to the change it is read as before, behind it the gap closes. */
function withCut(request: LaterRequest, isFirst: boolean, { removed, prefixKept }: PromptCut): LaterRequest {
  const prompt = Math.max(0, request.prompt - removed);
  const behind = isFirst ? prefixKept : Math.max(prefixKept, request.read - removed);
  return { ...request, prompt, read: Math.min(prompt, request.read, behind) };
}

/** The summariser reads the agent's own prompt, from the cache as far as it is warm, and its words cost output. */
function summaryCost({ summary }: PromptCut, { prompt, read }: LaterRequest, rates: Rates): number {
  return summary === 0 ? 0 : rates.read * read + (prompt - read) + rates.output * summary;
}
