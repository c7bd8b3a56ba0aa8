import type { LoggedRequest } from "./logged-request";
import type { ReplayRow, ReplayTotals } from "./replay-types";

export function totalsOf(
  rows: readonly ReplayRow[],
  logged: readonly LoggedRequest[],
  refetchTokens: number,
  failures: readonly string[],
): ReplayTotals {
  const sum = (pick: (row: ReplayRow) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const priced = rows.flatMap(({ cost }) => cost ?? []);
  const reported = rows.filter(({ read }) => read !== null);
  const promptTokens = sum(({ prompt }) => prompt);
  const outputTokens = sum(({ output }) => output ?? 0);
  return {
    requests: rows.length,
    promptTokens,
    outputTokens,
    peakPrompt: rows.reduce((peak, { prompt }) => Math.max(peak, prompt), 0),
    overWindow: rows.filter(({ prompt }, index) => prompt > (logged[index]?.model?.window ?? Number.POSITIVE_INFINITY))
      .length,
    cost: priced.length === 0 ? null : priced.reduce((total, cost) => total + cost, 0),
    readShare: shareOf(reported),
    fired: rows.filter(({ fired }) => fired).length,
    breaks: rows.filter(({ brokeCache }) => brokeCache).length,
    regretted: sum(({ regretted }) => regretted),
    refetchTokens,
    tokensPerTask: promptTokens + outputTokens + refetchTokens,
    failures,
  };
}

function shareOf(rows: readonly ReplayRow[]): number | null {
  const prompt = rows.reduce((total, row) => total + row.prompt, 0);
  return prompt === 0 ? null : rows.reduce((total, { read }) => total + (read ?? 0), 0) / prompt;
}
