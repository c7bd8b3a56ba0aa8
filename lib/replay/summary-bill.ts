import type { Edit } from "../conversation/edit";
import { priceUsage } from "../models/price-usage";
import { type SummaryCall, USUAL_LENGTHS } from "../strategies/summaries/summary-calls";
import type { LoggedRequest } from "./logged-request";
import type { LoggedSummaries } from "./logged-summaries";

/** The cost of writing a firing's summaries. */
export type SummaryBill = {
  /** US dollars; null if the request has no prices, or no cache-read figure. */
  readonly cost: number | null;
  /** The same with the shortest expected summary. */
  readonly least: number | null;
  readonly most: number | null;
  /** Prompt and output tokens of the calls. */
  readonly tokens: number;
  readonly calls: number;
  /** Source of the summaries' length: the log's own, by usage or counted, or the rule's. */
  readonly basis: LoggedSummaries["basis"] | "rule";
};

/** Summaries inserted by a run of a recipe. Sizes are in tokens. */
export type Written = {
  readonly count: number;
  /** Tokens of the summaries as the rule wrote them. */
  readonly tokens: number;
  /** Tokens of the parts that the summaries replace. */
  readonly folded: number;
};

/** Null if no summary was written. */
export function writtenSummaries(edits: readonly Edit[]): Written | null {
  const inserts = edits.flatMap((edit) => (edit.op === "insert" && edit.reason === "summary" ? edit : []));
  if (inserts.length === 0) return null;
  const folded = new Set(inserts.flatMap(({ targets }) => targets));
  const dropped = edits.filter(({ op, targets }) => op === "drop" && targets.some((target) => folded.has(target)));
  return {
    count: inserts.length,
    tokens: inserts.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0),
    folded: dropped.reduce((sum, { tokensBefore }) => sum + tokensBefore, 0),
  };
}

/** The prompt just before the firing, in tokens. */
export type PromptBefore = {
  readonly tokens: number;
  /** How many of these tokens the model could read from its cache. */
  readonly readable: number;
};

/**
 * A model's summary is assumed to be as long as those of the log's own compactions if the session's client
 * is the strategy's product, and otherwise as long as the rule's. `least` and `most` cover the usual
 * lengths.
 */
export function summaryBill(
  call: SummaryCall,
  written: Written,
  logged: LoggedSummaries | null,
  before: PromptBefore,
  entry: LoggedRequest,
): SummaryBill {
  const rule = written.tokens / written.count;
  const most = Math.max(rule, Math.min(USUAL_LENGTHS.most, call.maxOutput ?? Number.POSITIVE_INFINITY));
  const length = logged ?? { mean: rule, least: Math.min(rule, USUAL_LENGTHS.least), most, basis: "rule" as const };
  const sent = sentPrompt(call, written, before, entry);
  const costOf = (output: number) => callsCost(call, written.count, { ...sent, output }, entry);
  const calls = written.count * call.calls;
  const perCall = sent.prompt + length.mean;
  return {
    cost: costOf(length.mean),
    least: costOf(length.least),
    most: costOf(length.most),
    tokens: Math.round(calls * perCall),
    calls,
    basis: length.basis,
  };
}

type Sent = { readonly prompt: number; readonly read: number };

/** The prompt of the first call for one summary. */
function sentPrompt(
  { sends, sendsAtMost, pays }: SummaryCall,
  { folded, count }: Written,
  { tokens, readable }: PromptBefore,
  { request, warmth }: LoggedRequest,
): Sent {
  const whole = {
    prompt: tokens,
    history: Math.max(0, tokens - request.composition.tools),
    folded: folded / count,
    none: 0,
  };
  const prompt = Math.round(Math.min(whole[sends], sendsAtMost ?? Number.POSITIVE_INFINITY));
  return { prompt, read: pays === "read" ? Math.min(prompt, Math.round(readable * warmth)) : 0 };
}

/** US dollars of a firing's calls. A later call for the same summary reads what the first one wrote. */
function callsCost(
  { pays, calls }: SummaryCall,
  summaries: number,
  { prompt, read, output }: Sent & { readonly output: number },
  { request, prices, oneHour, writtenShare }: LoggedRequest,
): number | null {
  if (prices === null || request.usage?.cacheRead == null) return null;
  const callCost = (fromCache: number): number => {
    const fresh = prompt - fromCache;
    const written = pays === "plain" ? 0 : fresh * (writtenShare ?? 0);
    const long = written * (oneHour ?? 0);
    const usage = {
      uncachedInput: fresh - written,
      cacheWrite5m: written - long,
      cacheWrite1h: long,
      cacheWriteUnsplit: null,
      cacheRead: fromCache,
      output,
      reasoning: null,
    };
    return priceUsage(usage, prices)?.amount ?? 0;
  };
  return summaries * (callCost(read) + (calls - 1) * callCost(pays === "plain" ? 0 : prompt));
}
