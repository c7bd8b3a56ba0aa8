import type { Prices } from "../models/model-info";
import { modelPricesAt } from "../models/price-at";
import { priceParts } from "../models/price-usage";
import { sumKnown, type Usage } from "../transcript/usage";

/** The parts of a task's bill. All except `turns` sum to the bill. */
export const BILL_PARTS = ["plainInput", "reads", "writes", "output", "others"] as const;
type BillPart = (typeof BILL_PARTS)[number];

/** Amounts of one unit; `turns` is a number of requests. */
export type Bill = Readonly<Record<BillPart, number>> & {
  /** Requests of the main agent. */
  readonly turns: number;
  /** The sum of the parts. */
  readonly total: number;
};

/** A request as reported in the log. */
export type BilledRequest = {
  readonly agent: string;
  readonly model: string | null;
  /** ISO time; null if unknown. Prices are those of this day. */
  readonly startedAt: string | null;
  readonly usage: Usage | null;
};

/** The same bill twice: in tokens, and in US dollars at the prices of the day (null if a request has no price). */
export type SessionBill = {
  readonly tokens: Bill;
  readonly dollars: Bill | null;
};

const MAIN = "main";

/**
 * A session's bill; null if a request reports no usage, because the bill would be too low. Requests of
 * agents other than the main one form one part: sub-agents, and a tool's own calls if logged.
 */
export function billOf(requests: readonly BilledRequest[]): SessionBill | null {
  if (requests.length === 0) return null;
  const hasMain = requests.some(({ agent }) => agent === MAIN);
  const sums = { tokens: emptyBill(), dollars: emptyBill() };
  let isPriced = true;
  for (const request of requests) {
    const tokens = tokenParts(request);
    if (tokens === null) return null;
    const isMain = !hasMain || request.agent === MAIN;
    addTo(sums.tokens, tokens, isMain);
    const dollars = dollarParts(request);
    if (dollars === null) isPriced = false;
    else addTo(sums.dollars, dollars, isMain);
  }
  return { tokens: sums.tokens, dollars: isPriced ? sums.dollars : null };
}

type Parts = Readonly<Record<Exclude<BillPart, "others">, number>>;
type Mutable = { -readonly [Key in keyof Bill]: number };

const emptyBill = (): Mutable => ({ turns: 0, plainInput: 0, reads: 0, writes: 0, output: 0, others: 0, total: 0 });

function addTo(bill: Mutable, parts: Parts, isMain: boolean): void {
  const all = parts.plainInput + parts.reads + parts.writes + parts.output;
  bill.total += all;
  if (!isMain) {
    bill.others += all;
    return;
  }
  bill.turns += 1;
  bill.plainInput += parts.plainInput;
  bill.reads += parts.reads;
  bill.writes += parts.writes;
  bill.output += parts.output;
}

/** Null without a prompt or output; if only some counters are missing, the provider does not have them. */
function tokenParts({ usage }: BilledRequest): Parts | null {
  if (usage === null || usage.output === null) return null;
  const written = sumKnown([usage.cacheWrite5m, usage.cacheWrite1h, usage.cacheWriteUnsplit]);
  if (sumKnown([usage.uncachedInput, usage.cacheRead, written]) === null) return null;
  return {
    plainInput: usage.uncachedInput ?? 0,
    reads: usage.cacheRead ?? 0,
    writes: written ?? 0,
    output: usage.output,
  };
}

function dollarParts({ model, startedAt, usage }: BilledRequest): Parts | null {
  const prices: Prices | null = modelPricesAt(model, startedAt ?? undefined);
  if (prices === null || usage === null) return null;
  const { plainInput, reads, writes, output } = priceParts(usage, prices);
  return { plainInput: plainInput ?? 0, reads: reads ?? 0, writes: writes ?? 0, output: output ?? 0 };
}
