import type { Usage } from "../../transcript/usage";
import { usageOf } from "../part-drafts";
import type { StoreRow } from "../sqlite/store-row";

/** Usage of one call, as the ledger of the database records it. */
export type LedgerEntry = {
  readonly row: StoreRow;
  readonly seconds: number;
  readonly model: string | null;
  readonly usage: Usage | null;
};

export const LEDGER_COLUMNS = [
  "created_timestamp",
  "model",
  "input_tokens",
  "output_tokens",
  "total_tokens",
  "cache_read_tokens",
  "cache_write_tokens",
  "is_compaction",
];

/** A time in seconds, from versions that wrote seconds or milliseconds. */
export const secondsOf = (time: number): number => (time < 1e11 ? time : time / 1000);

export function ledgerEntry(row: StoreRow): LedgerEntry {
  const seconds = secondsOf(row.number("created_timestamp") ?? 0);
  return { row, seconds, model: row.text("model"), usage: usageIn(row) };
}

/**
 * Input includes cache reads and writes, unless the total shows that they are separate. Source:
 * https://github.com/block/goose crates/goose-providers (Anthropic's usage is summed before it is stored)
 */
function usageIn(row: StoreRow): Usage | null {
  const input = row.number("input_tokens");
  const output = row.number("output_tokens");
  const cacheRead = row.number("cache_read_tokens");
  const cacheWriteUnsplit = row.number("cache_write_tokens");
  const cached = (cacheRead ?? 0) + (cacheWriteUnsplit ?? 0);
  const isBeside = cached > 0 && row.number("total_tokens") === (input ?? 0) + (output ?? 0) + cached;
  const uncachedInput = input === null ? null : Math.max(0, isBeside ? input : input - cached);
  return usageOf({ uncachedInput, cacheRead, cacheWriteUnsplit, output });
}

/**
 * The ledger entry of each answer, by the answer's index. If there are as many entries as answers, they are matched in
 * order. Otherwise each entry belongs to the last answer that began before it was written. An entry without such an
 * answer is left out.
 */
export function matchLedger(
  entries: readonly LedgerEntry[],
  answers: readonly number[],
): ReadonlyMap<number, LedgerEntry> {
  if (entries.length === answers.length) return new Map(entries.map((entry, index) => [index, entry]));
  const matched = new Map<number, LedgerEntry>();
  let next = 0;
  for (const entry of entries) {
    let found: number | null = null;
    for (; next < answers.length && (answers[next] as number) <= entry.seconds + 1; next += 1) found = next;
    if (found !== null) matched.set(found, entry);
  }
  return matched;
}

type Totals = { readonly input: number | null; readonly output: number | null; readonly isLastRequest?: boolean };

/** A sentence for versions that count tokens only for the session; null if a version counts none. */
export function statedTotals({ input, output, isLastRequest = false }: Totals): string | null {
  if ((input ?? 0) + (output ?? 0) === 0) return null;
  const whose = isLastRequest ? ", those of its last request" : "";
  return `This version of Goose reports tokens only per session${whose}: ${input ?? 0} in and ${output ?? 0} out. Winnow counts each request itself.`;
}
