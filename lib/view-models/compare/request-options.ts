import { formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

/** A request at which to compress. `at` counts from 0 over all agents, as in the API. */
export type RequestOption = { readonly at: number; readonly label: string; readonly why: string };

type Row = { readonly index: number; readonly prompt_tokens: number };

/** The request with the largest prompt; the first on a tie. */
export function largestRequest(rows: readonly Row[]): Row | null {
  return rows.reduce<Row | null>(
    (best, row) => (best === null || row.prompt_tokens > best.prompt_tokens ? row : best),
    null,
  );
}

/** Useful places to compress: the largest prompt, the last before each compaction, the last; plus the current one. */
export function toRequestOptions(
  rows: readonly Row[],
  compactions: readonly { readonly at: number }[],
  present: number,
  say: Say = english,
): RequestOption[] {
  const why = new Map<number, string>();
  const add = (row: Row | null | undefined, reason: string) => {
    if (row) why.set(row.index, why.has(row.index) ? `${why.get(row.index)}, ${reason}` : reason);
  };
  add(largestRequest(rows), say("largest window"));
  for (const { at } of compactions) add(rows[at - 1], say("last before a compaction"));
  add(rows.at(-1), say("last request"));
  if (!why.has(present))
    add(
      rows.find((row) => row.index === present),
      say("chosen on the timeline"),
    );
  return rows.flatMap((row, position) => {
    const reason = why.get(row.index);
    return reason === undefined
      ? []
      : [
          {
            at: row.index,
            label: say("Request {position} · {prompt_tokens}", {
              position: position + 1,
              prompt_tokens: formatTokens(row.prompt_tokens),
            }),
            why: reason,
          },
        ];
  });
}
