import type { PreparedReplay, ReplayRow, ReplayTotals } from "./replay-types";
import type { SummaryBill } from "./summary-bill";

/** A policy's losses and payments besides its requests. */
export type Losses = {
  readonly refetchTokens: number;
  readonly blindEdits: number;
  readonly bills: readonly SummaryBill[];
  readonly failures: readonly string[];
};

/** `rows[i]` is the replay of `logged[i]`. */
export function totalsOf(
  rows: readonly ReplayRow[],
  { logged, environmentOf, editedTexts }: Pick<PreparedReplay, "logged" | "environmentOf" | "editedTexts">,
  { refetchTokens, blindEdits, bills, failures }: Losses,
): ReplayTotals {
  const sum = (pick: (row: ReplayRow) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const priced = rows.flatMap(({ cost }) => cost ?? []);
  const promptTokens = sum(({ prompt }) => prompt);
  const outputTokens = sum(({ output }) => output ?? 0);
  const summaries = summaryTotals(bills);
  const windows = logged.map((entry) => environmentOf(entry).budget.window ?? Number.POSITIVE_INFINITY);
  return {
    requests: rows.length,
    promptTokens,
    outputTokens,
    peakPrompt: rows.reduce((peak, { prompt }) => Math.max(peak, prompt), 0),
    overWindow: rows.filter(({ prompt }, index) => prompt > (windows[index] ?? Number.POSITIVE_INFINITY)).length,
    cost: priced.length === 0 ? null : priced.reduce((total, cost) => total + cost, 0),
    ...summaries,
    isCostFloor: priced.length < rows.length || logged.some(({ isOutputFloor }) => isOutputFloor),
    readShare: shareOf(rows.filter(({ read }) => read !== null)),
    fired: rows.filter(({ fired }) => fired).length,
    breaks: rows.filter(({ brokeCache }) => brokeCache).length,
    lostFactsUsed: sum(({ lostFactsUsed }) => lostFactsUsed),
    edits: { all: editedTexts.count(), blind: blindEdits },
    reachable: sum(({ reachable }) => reachable),
    refetchTokens,
    fetches: sum(({ fetches }) => fetches),
    fetchCost: rows.some(({ fetchCost }) => fetchCost === null) ? null : sum(({ fetchCost }) => fetchCost ?? 0),
    tokensPerTask: promptTokens + outputTokens + summaries.summaryTokens + refetchTokens,
    failures,
  };
}

function shareOf(rows: readonly ReplayRow[]): number | null {
  const prompt = rows.reduce((total, row) => total + row.prompt, 0);
  return prompt === 0 ? null : rows.reduce((total, { read }) => total + (read ?? 0), 0) / prompt;
}

type SummaryTotals = Pick<
  ReplayTotals,
  "summaryCost" | "summaryRange" | "summaryCalls" | "summaryTokens" | "summaryBasis"
>;

function summaryTotals(bills: readonly SummaryBill[]): SummaryTotals {
  const sum = (pick: (bill: SummaryBill) => number | null): number | null =>
    bills.reduce<number | null>((total, bill) => {
      const own = pick(bill);
      return total === null || own === null ? null : total + own;
    }, 0);
  const [least, most] = [sum((bill) => bill.least), sum((bill) => bill.most)];
  return {
    summaryCost: sum(({ cost }) => cost),
    summaryRange: least === null || most === null ? null : { least, most },
    summaryCalls: sum(({ calls }) => calls) ?? 0,
    summaryTokens: sum(({ tokens }) => tokens) ?? 0,
    summaryBasis: bills[0]?.basis ?? null,
  };
}
