import type { Winnow } from "./client";

export type CostlyBreak = { readonly request: number; readonly cause: string; readonly lostTokens: number };

/** The cache breaks of a stored session, the most expensive first. */
export async function costlyBreaks(winnow: Winnow, id: string): Promise<CostlyBreak[]> {
  const { data, error } = await winnow.GET("/api/sessions/{id}/requests", { params: { path: { id }, query: { agent: "main" } } });
  if (error) throw new Error(`${error.code}: ${error.detail}`);
  return data.requests
    .flatMap((row) =>
      row.break ? [{ request: row.index, cause: row.break.cause, lostTokens: row.break.lost_tokens }] : [],
    )
    .sort((a, b) => b.lostTokens - a.lostTokens);
}
