/** One logged request after a compression. All in tokens. */
export type LaterRequest = {
  readonly prompt: number;
  /** Prompt tokens read from the cache; if the log does not report them, those that could have been read. */
  readonly read: number;
  readonly output: number;
};

/** Prices as multiples of a plain input token. */
export type Rates = { readonly read: number; readonly write: number; readonly output: number };

/** A change of the prompt before the first of the later requests. All in tokens. */
export type PromptCut = {
  /** Tokens that later prompts no longer contain. */
  readonly removed: number;
  /** Tokens between the start of the prompt and the first change. */
  readonly prefixKept: number;
  /** Paid once: output tokens of a summary whose model reads the entire prompt; 0 without a summary. */
  readonly summary: number;
  /** Paid once, as new input: lost facts that are fetched again. */
  readonly fetched: number;
};

/** Costs in units of a plain input token; multiply by the input price for money. */
export type NetCost = {
  readonly without: number;
  readonly with: number;
  /** What is saved, as a share of the unchanged cost; negative if the change costs more than it saves. */
  readonly saved: number;
};

/**
 * What the later requests cost with and without the change: cached tokens at the read price, the others at the write
 * price, outputs as logged. The first request reads at most the tokens before the change; each later one reads what the
 * log read, minus the removed tokens. If the log read nothing, rewriting costs nothing extra, and each request saves
 * the write price of the removed tokens.
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

/**
 * The request with the change. Tokens before the change are read as logged; the removed ones are subtracted after it.
 */
function withCut(request: LaterRequest, isFirst: boolean, { removed, prefixKept }: PromptCut): LaterRequest {
  const prompt = Math.max(0, request.prompt - removed);
  const behind = isFirst ? prefixKept : Math.max(prefixKept, request.read - removed);
  return { ...request, prompt, read: Math.min(prompt, request.read, behind) };
}

/** The summariser reads the agent's own prompt, from the cache where possible, and its output is billed too. */
function summaryCost({ summary }: PromptCut, { prompt, read }: LaterRequest, rates: Rates): number {
  return summary === 0 ? 0 : rates.read * read + (prompt - read) + rates.output * summary;
}
