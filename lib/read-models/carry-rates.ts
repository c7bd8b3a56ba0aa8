import { type RequestRates, requestRates } from "../cache/lost-money";
import type { TokenLedger } from "../ledger/build-token-ledger";
import { modelPricesAt } from "../models/price-at";
import { TOKENS_PER_PRICE } from "../models/price-unit";
import type { ModelRequest } from "../requests/reconstruct-requests";
import { cacheWritten } from "../transcript/usage";

/**
 * The cost of sending one token at a place in an agent's thread with each request of a span. Each request read its
 * prompt up to R, wrote up to R + W and sent the rest uncached, so the price depends on the place:
 *
 * read price of every request (a prefix sum)  +  surcharges of requests that did not read this place
 *
 * The surcharges are kept as one difference array per thread, so the whole session is linear in messages + requests
 * (times a binary search) although every part is in many prompts. In dollars per token.
 */
export type CarryRates = (position: number, firstRequest: number, lastRequest: number) => number | null;

/** For one agent's requests, in order. null if a request has no usage, or its model no price. */
export function carryRates(requests: readonly ModelRequest[], ledger: TokenLedger): CarryRates {
  const thread = ledger.threads.get(requests[0]?.agent ?? "");
  const offsets = messageOffsets(thread, ledger);
  const surcharge = new Float64Array(offsets.length + 1);
  const readRates = new Float64Array(requests.length + 1);
  const unpriced = new Uint32Array(requests.length + 1);
  requests.forEach((request, index) => {
    const rates = ratesOf(request);
    unpriced[index + 1] = (unpriced[index] as number) + (rates === null ? 1 : 0);
    readRates[index + 1] = (readRates[index] as number) + (rates?.read ?? 0);
    if (rates !== null)
      eachSurcharge(offsets, request, ledger, rates, (from, to, value) => addRange(surcharge, from, to, value));
  });
  for (let index = 1; index < surcharge.length; index += 1)
    surcharge[index] = (surcharge[index] as number) + (surcharge[index - 1] as number);
  return (position, first, last) => {
    if ((unpriced[last + 1] as number) > (unpriced[first] as number)) return null;
    return (
      ((readRates[last + 1] as number) - (readRates[first] as number) + (surcharge[position] as number)) /
      TOKENS_PER_PRICE
    );
  };
}

/** A place in the thread, and a span of requests whose share of its cost is wanted. */
export type CarrySpan = { readonly position: number; readonly first: number; readonly last: number };

/**
 * Like `carryRates`, for spans that end before the place left the prompt or begin after it came: surcharges of requests
 * outside the span do not count. Returns values in span order; one pass over the requests with a Fenwick tree over the
 * places, so (requests + spans) × log(messages).
 */
export function carryRatesOfSpans(
  requests: readonly ModelRequest[],
  ledger: TokenLedger,
  spans: readonly CarrySpan[],
): (number | null)[] {
  const offsets = messageOffsets(ledger.threads.get(requests[0]?.agent ?? ""), ledger);
  const tree = new RangeSums(offsets.length + 1);
  const asked = new Map<number, { readonly span: number; readonly sign: 1 | -1 }[]>();
  const ask = (request: number, span: number, sign: 1 | -1) =>
    asked.set(request, [...(asked.get(request) ?? []), { span, sign }]);
  spans.forEach(({ first, last }, span) => {
    ask(first - 1, span, -1);
    ask(last, span, 1);
  });
  const sums = new Float64Array(spans.length);
  const unpriced = new Uint32Array(spans.length);
  let [read, unknown] = [0, 0];
  const answer = (request: number) => {
    for (const { span, sign } of asked.get(request) ?? []) {
      const { position } = spans[span] as CarrySpan;
      sums[span] = (sums[span] as number) + sign * (read + tree.at(position));
      unpriced[span] = (unpriced[span] as number) + sign * unknown;
    }
  };
  answer(-1);
  requests.forEach((request, index) => {
    const rates = ratesOf(request);
    if (rates === null) unknown += 1;
    else {
      read += rates.read;
      eachSurcharge(offsets, request, ledger, rates, (from, to, value) => tree.add(from, to, value));
    }
    answer(index);
  });
  return spans.map((_, span) => ((unpriced[span] as number) > 0 ? null : (sums[span] as number) / TOKENS_PER_PRICE));
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

/** Surcharges over reading, as ranges of the places that this request did not read. */
function eachSurcharge(
  offsets: Float64Array,
  request: ModelRequest,
  ledger: TokenLedger,
  rates: RequestRates,
  add: (from: number, to: number, value: number) => void,
) {
  const { start, end } = ledger.steps[request.index] as TokenLedger["steps"][number];
  const read = request.usage?.cacheRead ?? 0;
  const written = request.usage === null ? 0 : (cacheWritten(request.usage) ?? 0);
  // Unlogged tokens (tools, system prompt) come before everything logged.
  const head = request.composition.unseen + request.composition.tools - (offsets[start] as number);
  const readEnd = firstAtOrAfter(offsets, start, end, read - head);
  const writtenEnd = Math.max(readEnd, firstAtOrAfter(offsets, start, end, read + written - head));
  add(readEnd, writtenEnd, rates.write - rates.read);
  add(writtenEnd, end, rates.uncached - rates.read);
}

function addRange(differences: Float64Array, from: number, to: number, value: number) {
  if (from >= to) return;
  differences[from] = (differences[from] as number) + value;
  differences[to] = (differences[to] as number) - value;
}

/** The first position in [start, end) whose offset reaches `tokens`. */
function firstAtOrAfter(offsets: Float64Array, start: number, end: number, tokens: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] as number) < tokens) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Thread tokens before each message. */
function messageOffsets(thread: ReturnType<TokenLedger["threads"]["get"]>, ledger: TokenLedger): Float64Array {
  const messages = thread?.messages ?? [];
  const offsets = new Float64Array(messages.length + 1);
  messages.forEach((message, position) => {
    const tokens = message.parts.reduce((sum, part) => sum + (ledger.parts.get(part.id)?.tokens ?? 0), 0);
    offsets[position + 1] = (offsets[position] as number) + tokens;
  });
  return offsets;
}
