import type { Disagreement, FieldSource, ModelInfo, PricePeriod, PriceRates, Prices } from "../model-info";
import type { ModelRow, ProviderFacts, RateRow } from "./model-row";
import {
  BELIEVED,
  FACT_SOURCES,
  type FactPeriod,
  type FactRates,
  type FactSourceId,
  type PackageFacts,
} from "./package-facts";

/** Completes a data row: its own figures (pins) first, then the packages', best source first, each with its source. */
export function toModelInfo(provider: ProviderFacts, row: ModelRow, facts: PackageFacts = {}): ModelInfo {
  const window = settle(row.window, facts.window, BELIEVED.window);
  const maxOutput = settle(row.maxOutput, facts.maxOutput, BELIEVED.maxOutput);
  const released = settle(row.released, facts.released, BELIEVED.released);
  const priced = settle(row.rates === undefined ? undefined : pinnedPrices(row), facts.prices, BELIEVED.prices);
  const sources = [
    ...(row.sources ?? []),
    ...sourcesOf({ window, maxOutput, releaseDate: released, prices: priced }),
    ...provider.sources,
  ].filter(firstOfField);
  return {
    id: row.id,
    provider: provider.provider,
    title: row.title,
    aliases: row.aliases ?? [],
    window: window.value,
    extendedWindow: row.extendedWindow ?? null,
    maxOutput: maxOutput.value,
    tokenizer: row.tokenizer ?? provider.tokenizer,
    prices: toPrices(priced.value, sources),
    cache: { ...provider.cache, ...row.cache },
    releaseDate: released.value,
    sources: sources.filter(({ field }) => field !== "prices" || priced.value !== null),
    disagreements: [
      ...disagreements("window", window.value, facts.window),
      ...disagreements("maxOutput", maxOutput.value, facts.maxOutput),
      ...disagreements("releaseDate", released.value, facts.released),
      ...priceDisagreements(priced.value, facts.prices),
    ],
  };
}

type Settled<Value> = { readonly value: Value | null; readonly from: FactSourceId | "pin" | null };

function settle<Value>(
  pin: Value | null | undefined,
  seen: Readonly<Partial<Record<FactSourceId, Value>>> | undefined,
  believed: readonly FactSourceId[],
): Settled<Value> {
  if (pin !== undefined) return { value: pin, from: "pin" };
  const from = believed.find((id) => seen?.[id] !== undefined) ?? null;
  return { value: (from && seen?.[from]) ?? null, from };
}

const NOT_PUBLISHED: Omit<FieldSource, "field"> = { source: "in none of the sources read", asOf: "2026-11-22" };
const UNSOURCED_PIN: Omit<FieldSource, "field"> = { source: "the provider's announcement", asOf: "2026-11-21" };

const sourcesOf = (settled: Readonly<Record<string, Settled<unknown>>>): FieldSource[] =>
  Object.entries(settled).map(([field, { from }]) => ({
    field,
    ...(from === null ? NOT_PUBLISHED : from === "pin" ? UNSOURCED_PIN : FACT_SOURCES[from]),
  }));

const firstOfField = ({ field }: FieldSource, index: number, all: readonly FieldSource[]): boolean =>
  all.findIndex((other) => other.field === field) === index;

function pinnedPrices({ rates, later = [], longContext }: ModelRow): readonly FactPeriod[] | null {
  if (!rates) return null;
  return [{ rates, ...(longContext && { above: { tokens: longContext[0], rates: longContext[1] } }) }, ...later];
}

function toPrices(periods: readonly FactPeriod[] | null, sources: readonly FieldSource[]): Prices | null {
  const source = sources.find(({ field }) => field === "prices");
  if (!periods || !source) return null;
  const spelled = periods.map((period, at) => toPeriod({ ...period, ...startOf(period, periods.slice(0, at)) }));
  const now = usual(periods, source.asOf);
  if (!now) return null;
  const { from: _from, hours: _hours, ...current } = toPeriod(now);
  return { ...current, currency: "USD", periods: spelled, asOf: source.asOf, source: source.source };
}

/**
 * The period in force on a day. If prices depend on the hour, the period without hours is used, which covers most of
 * the day.
 */
const usual = (periods: readonly FactPeriod[], day: string): FactPeriod | undefined =>
  periods.findLast(({ from, hours }) => hours === undefined && (from ?? "") <= day);

/** Prices for certain hours that have no date start on the same day as the last dated period before them. */
function startOf({ from, hours }: FactPeriod, before: readonly FactPeriod[]): Pick<FactPeriod, "from"> {
  const start = from ?? (hours && before.findLast((period) => period.from !== undefined)?.from);
  return start === undefined ? {} : { from: start };
}

const toPeriod = ({ from, hours, rates, above }: FactPeriod): PricePeriod => ({
  ...toRates(rates),
  longContext: above ? { aboveTokens: above.tokens, ...toRates(above.rates) } : null,
  from: from ?? null,
  hours: hours ? [hours[0] ?? "", hours[1] ?? ""] : null,
});

/** A counter without a separate price is billed as plain input; a 1-hour write as a 5-minute one. */
function toRates([input, output, read, write5m, write1h]: FactRates | RateRow): PriceRates {
  const plain = input ?? 0;
  return {
    input: plain,
    output: output ?? plain,
    cacheRead: read ?? plain,
    cacheWrite5m: write5m ?? plain,
    cacheWrite1h: write1h ?? write5m ?? plain,
  };
}

function disagreements(
  field: string,
  used: number | string | null,
  seen: Readonly<Partial<Record<FactSourceId, number | string>>> | undefined,
): Disagreement[] {
  return (Object.entries(seen ?? {}) as [FactSourceId, number | string][])
    .filter(([, value]) => value !== used)
    .map(([id, value]) => ({ field, value, ...FACT_SOURCES[id] }));
}

/**
 * Compares only the list prices of input and output on each source's day, because the other prices follow from them.
 */
function priceDisagreements(used: readonly FactPeriod[] | null, seen: PackageFacts["prices"]): Disagreement[] {
  const ratesOf = (periods: readonly FactPeriod[] | null, day: string) =>
    (periods && usual(periods, day)?.rates.slice(0, 2)) ?? [];
  return (Object.entries(seen ?? {}) as [FactSourceId, readonly FactPeriod[]][]).flatMap(([id, periods]) => {
    const ours = ratesOf(used, FACT_SOURCES[id].asOf);
    const theirs = ratesOf(periods, FACT_SOURCES[id].asOf);
    const isSame = theirs.every((rate, index) => rate === ours[index]);
    return isSame ? [] : [{ field: "prices", value: theirs.join(" / "), ...FACT_SOURCES[id] }];
  });
}
