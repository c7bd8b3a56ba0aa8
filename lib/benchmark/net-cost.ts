/** One logged request after a compression. All in tokens. */
export type LaterRequest = {
  readonly prompt: number;
  /** Prompt tokens read from the cache (or, if the log does not say, that could have been read). */
  readonly read: number;
  readonly output: number;
};

/** Prices as multiples of a plain input token. */
export type Rates = { readonly read: number; readonly write: number; readonly output: number };

/** A change of the prompt before the first of the later requests. All in tokens. */
export type PromptCut = {
  /** Tokens that later prompts no longer contain. */
  readonly removed: number;
  /** Tokens from the start of the prompt to the first change. */
  readonly prefixKept: number;
  /** Paid once: output tokens of a summary by a model that reads the whole prompt; 0 without one. */
  readonly summary: number;
  /** Paid once, as new input: lost facts that are fetched again. */
  readonly fetched: number;
};

/** Costs in plain input tokens (times the input price = money). */
export type NetCost = {
  readonly without: number;
  readonly with: number;
  /** Share of the cost without the change that is saved; negative if the change costs more than it saves. */
  readonly saved: number;
};

/**
 * What the later requests cost with and without the change: cached tokens at the read price, the others at the write
 * price, outputs as logged. The first request reads at most the tokens before the change; each later one reads what the log
 * read, less the removed tokens. Where the log read nothing, writing again costs nothing extra, and each request saves the
 * write price of the removed tokens.
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

/** The request with the change: up to the change it reads as before; after it the removed tokens are subtracted. */
function withCut(request: LaterRequest, isFirst: boolean, { removed, prefixKept }: PromptCut): LaterRequest {
  const prompt = Math.max(0, request.prompt - removed);
  const behind = isFirst ? prefixKept : Math.max(prefixKept, request.read - removed);
  return { ...request, prompt, read: Math.min(prompt, request.read, behind) };
}

/** The summariser reads the agent's own prompt, as far as possible from the cache, and the summary costs output tokens. */
function summaryCost({ summary }: PromptCut, { prompt, read }: LaterRequest, rates: Rates): number {
  return summary === 0 ? 0 : rates.read * read + (prompt - read) + rates.output * summary;
}
