import { type RequestRates, requestRates } from "../cache/lost-money";
import { countLeading } from "../conversation/count-leading";
import type { AgentThread } from "../ledger/agent-threads";
import type { TokenLedger } from "../ledger/build-token-ledger";
import type { PromptStep } from "../ledger/prompt-steps";
import { modelPricesAt } from "../models/price-at";
import { TOKENS_PER_PRICE } from "../models/price-unit";
import { sumLeftOut } from "../requests/left-out";
import type { ModelRequest } from "../requests/reconstruct-requests";
import { CLEARED_RESULT_TOKENS } from "../transcript/context-at";
import { type Gap, outsideGaps } from "../transcript/prompt-spans";
import type { SessionMessage } from "../transcript/session";
import { cacheWritten } from "../transcript/usage";

/** A place in the thread and a span of requests, for which the cost of sending one token is computed. */
export type CarrySpan = { readonly position: number; readonly first: number; readonly last: number };

/**
 * The cost in dollars of sending one token at a place of an agent's thread with each request of a span. Each request
 * read its prompt up to R, wrote up to R + W and sent the rest uncached. The price therefore depends on the place: it
 * is the read price plus a surcharge for each request that did not read this place. Only requests with usage and a
 * price count, as in the session's cost; null if the span has none. Returns values in span order. One pass over the
 * requests with a Fenwick tree over the places takes (requests + spans) × log(messages).
 */
export function carryRates(
  requests: readonly ModelRequest[],
  ledger: TokenLedger,
  spans: readonly CarrySpan[],
): (number | null)[] {
  const thread = ledger.threads.get(requests[0]?.agent ?? "");
  const offsetsOf = promptOffsets(thread, ledger);
  const tree = new RangeSums((thread?.messages.length ?? 0) + 2);
  const asked = new Map<number, { readonly span: number; readonly sign: 1 | -1 }[]>();
  const ask = (request: number, span: number, sign: 1 | -1) => {
    const known = asked.get(request);
    if (known === undefined) asked.set(request, [{ span, sign }]);
    else known.push({ span, sign });
  };
  spans.forEach(({ first, last }, span) => {
    ask(first - 1, span, -1);
    ask(last, span, 1);
  });
  const sums = new Float64Array(spans.length);
  const priced = new Int32Array(spans.length);
  let [read, counted] = [0, 0];
  const answer = (request: number) => {
    for (const { span, sign } of asked.get(request) ?? []) {
      const { position } = spans[span] as CarrySpan;
      sums[span] = (sums[span] as number) + sign * (read + tree.at(position));
      priced[span] = (priced[span] as number) + sign * counted;
    }
  };
  answer(-1);
  const cached = new Map<string | null, CachedPrompt>();
  requests.forEach((request, index) => {
    const rates = ratesOf(request);
    const step = ledger.steps[request.index] as PromptStep;
    if (rates !== null) {
      const fitted = fitTo(request, step, offsetsOf);
      counted += 1;
      read += rates.read * fitted.scale;
      addSurcharges(tree, request, rates, fitted, certainlyRead(request, step, cached.get(request.model)));
    }
    cached.set(request.model, cachedBy(request, step));
    answer(index);
  });
  return spans.map((_, span) => ((priced[span] as number) === 0 ? null : (sums[span] as number) / TOKENS_PER_PRICE));
}

/** What a request left in the cache: the tokens, null if unknown, and the prompt. */
type CachedPrompt = { readonly tokens: number | null; readonly step: PromptStep };

function cachedBy({ usage }: ModelRequest, step: PromptStep): CachedPrompt {
  const written = usage === null ? null : cacheWritten(usage);
  return { tokens: written === null ? null : written + (usage?.cacheRead ?? 0), step };
}

/**
 * The end of the previous prompt to the same model, if this request read all that was cached then; otherwise 0. Text that
 * the log lacks may lie behind that end, so that the number of tokens read would seem to end before it.
 */
function certainlyRead({ usage }: ModelRequest, step: PromptStep, last: CachedPrompt | undefined): number {
  if (last === undefined || last.tokens === null || last.tokens === 0) return 0;
  const isSameHistory = last.step.start === step.start && last.step.gaps === step.gaps;
  return isSameHistory && (usage?.cacheRead ?? 0) >= last.tokens ? Math.min(last.step.end, step.end) : 0;
}

/** Adds to ranges and reads single places, each in log(size). */
class RangeSums {
  private readonly tree: Float64Array;

  constructor(size: number) {
    this.tree = new Float64Array(size + 1);
  }

  add(from: number, to: number, value: number): void {
    if (from >= to) return;
    this.addFrom(from, value);
    this.addFrom(to, -value);
  }

  at(position: number): number {
    let sum = 0;
    for (let at = position + 1; at > 0; at -= at & -at) sum += this.tree[at] as number;
    return sum;
  }

  private addFrom(position: number, value: number): void {
    for (let at = position + 1; at < this.tree.length; at += at & -at)
      this.tree[at] = (this.tree[at] as number) + value;
  }
}

function ratesOf({ usage, model, startedAt }: ModelRequest): RequestRates | null {
  const prices = modelPricesAt(model, startedAt);
  return usage === null || prices === null ? null : requestRates(usage, prices);
}

/**
 * The reported prompt of a request. Unlogged tokens (tools, system prompt) come before everything logged. If more is
 * logged than was reported, every size was estimated too high by `scale`, as in its composition.
 */
type FittedPrompt = {
  readonly step: PromptStep;
  readonly offsets: Float64Array;
  readonly head: number;
  readonly scale: number;
};

function fitTo(
  { composition, promptTokens, leftOut }: ModelRequest,
  step: PromptStep,
  offsetsOf: PromptOffsets,
): FittedPrompt {
  const offsets = offsetsOf(step);
  // It is unknown where in the prompt something was left out, so all parts are placed as in the log.
  const head = Math.max(0, composition.unseen - sumLeftOut(leftOut)) + composition.tools;
  const logged = (offsets[step.end] as number) - (offsets[step.start] as number);
  return { step, offsets, head, scale: logged === 0 ? 1 : Math.min(1, (promptTokens.tokens - head) / logged) };
}

/** Surcharges over reading, for the places that this request sent but did not read. */
function addSurcharges(
  tree: RangeSums,
  { usage }: ModelRequest,
  rates: RequestRates,
  { step: { start, end, gaps }, offsets, head, scale }: FittedPrompt,
  leastReadEnd: number,
) {
  const read = usage?.cacheRead ?? 0;
  const written = usage === null ? 0 : (cacheWritten(usage) ?? 0);
  const own = offsets.subarray(start, end);
  const placeOf = (tokens: number) => {
    const wanted = (offsets[start] as number) + (tokens - head) / scale;
    return start + countLeading(own, (offset) => offset < wanted);
  };
  const readEnd = Math.max(leastReadEnd, placeOf(read));
  const writtenEnd = Math.max(readEnd, placeOf(read + written));
  addOutside(tree, gaps, [readEnd, writtenEnd], (rates.write - rates.read) * scale);
  addOutside(tree, gaps, [writtenEnd, end], (rates.uncached - rates.read) * scale);
}

/** Adds to the counts of a range, except in its gaps, which are listed from last to first. */
function addOutside(tree: RangeSums, gaps: Gap | null, [from, to]: readonly [number, number], value: number) {
  let end = to;
  for (let gap = gaps; gap && gap.end > from && end > from; gap = gap.before) {
    if (gap.start >= end) continue;
    tree.add(gap.end, end, value);
    end = gap.start;
  }
  tree.add(from, end, value);
}

/**
 * Tokens before each message of the thread up to a prompt's end, counting only what the prompt contained: without its
 * gaps and cleared results.
 */
type PromptOffsets = (step: Change & Pick<PromptStep, "end">) => Float64Array;
type Change = Pick<PromptStep, "gaps" | "clearedToolCallIds">;

/** Gaps and cleared results are the same objects until an event changes them; until then, offsets are only added. */
function promptOffsets(thread: AgentThread | undefined, { parts }: TokenLedger): PromptOffsets {
  const messages = thread?.messages ?? [];
  const sizes = messages.map((message) => message.parts.map((part) => parts.get(part.id)?.tokens ?? 0));
  const after = ({ gaps, clearedToolCallIds }: Change) => {
    const isSent = outsideGaps(gaps);
    const offsets = new Float64Array(messages.length + 1);
    let done = 0;
    const tokensOf = ({ parts: own }: SessionMessage, position: number) =>
      own.reduce((sum, part, at) => {
        const size = sizes[position]?.[at] ?? 0;
        const isCleared = part.type === "tool-result" && clearedToolCallIds.has(part.toolCallId);
        return sum + (isCleared ? Math.min(size, CLEARED_RESULT_TOKENS) : size);
      }, 0);
    const upTo = (end: number): Float64Array => {
      for (; done < end; done += 1) {
        const tokens = isSent(done) ? tokensOf(messages[done] as SessionMessage, done) : 0;
        offsets[done + 1] = (offsets[done] as number) + tokens;
      }
      return offsets;
    };
    return { gaps, clearedToolCallIds, upTo };
  };
  let last: ReturnType<typeof after> | null = null;
  return ({ gaps, clearedToolCallIds, end }) => {
    if (last?.gaps !== gaps || last.clearedToolCallIds !== clearedToolCallIds)
      last = after({ gaps, clearedToolCallIds });
    return last.upTo(end);
  };
}
