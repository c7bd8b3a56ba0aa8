import type { PreparedReplay, ReplayRow, ReplayTotals } from "./replay-types";

type Outcome = { readonly refetchTokens: number; readonly failures: readonly string[] };

/** `rows[i]` is the replay of `logged[i]`. */
export function totalsOf(
  rows: readonly ReplayRow[],
  { logged, environmentOf }: Pick<PreparedReplay, "logged" | "environmentOf">,
  { refetchTokens, failures }: Outcome,
): ReplayTotals {
  const sum = (pick: (row: ReplayRow) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const priced = rows.flatMap(({ cost }) => cost ?? []);
  const promptTokens = sum(({ prompt }) => prompt);
  const outputTokens = sum(({ output }) => output ?? 0);
  const windows = logged.map((entry) => environmentOf(entry).budget.window ?? Number.POSITIVE_INFINITY);
  return {
    requests: rows.length,
    promptTokens,
    outputTokens,
    peakPrompt: rows.reduce((peak, { prompt }) => Math.max(peak, prompt), 0),
    overWindow: rows.filter(({ prompt }, index) => prompt > (windows[index] ?? Number.POSITIVE_INFINITY)).length,
    cost: priced.length === 0 ? null : priced.reduce((total, cost) => total + cost, 0),
    isCostFloor: priced.length < rows.length || logged.some(({ isOutputFloor }) => isOutputFloor),
    readShare: shareOf(rows.filter(({ read }) => read !== null)),
    fired: rows.filter(({ fired }) => fired).length,
    breaks: rows.filter(({ brokeCache }) => brokeCache).length,
    lostFactsUsed: sum(({ lostFactsUsed }) => lostFactsUsed),
    refetchTokens,
    fetches: sum(({ fetches }) => fetches),
    fetchCost: rows.some(({ fetchCost }) => fetchCost === null) ? null : sum(({ fetchCost }) => fetchCost ?? 0),
    tokensPerTask: promptTokens + outputTokens + refetchTokens,
    failures,
  };
}

function shareOf(rows: readonly ReplayRow[]): number | null {
  const prompt = rows.reduce((total, row) => total + row.prompt, 0);
  return prompt === 0 ? null : rows.reduce((total, { read }) => total + (read ?? 0), 0) / prompt;
}
