import type { RequestRow } from "../../api/schemas/request-row";

/** Requests with a similar cache-read share of the prompt, and their times to first token. */
export type FirstTokenGroup = {
  /** Minimum share of the prompt that was read. */
  readonly from: number;
  readonly to: number;
  readonly requests: number;
  /** Milliseconds. */
  readonly median: number;
  /** Median prompt tokens: longer prompts also take longer. */
  readonly prompt: number;
};

const EDGES = [0, 0.5, 0.9, 1] as const;
/** Minimum number of requests per group: with fewer, the median is noise, because prompt sizes differ. */
const LEAST = 30;

type Row = Pick<RequestRow, "first_token_ms" | "cache_read" | "prompt_tokens">;

/**
 * Groups the requests by the share read. Leaves out groups of fewer than thirty timed requests, and a single
 * group, because it compares nothing.
 */
export function firstTokensByShare(rows: readonly Row[]): FirstTokenGroup[] {
  const timed = rows.flatMap(({ first_token_ms: ms, cache_read: read, prompt_tokens: prompt }) =>
    ms === null || ms === undefined || read === null || prompt === 0
      ? []
      : [{ ms, prompt, share: Math.min(1, read / prompt) }],
  );
  const groups = EDGES.slice(0, -1).flatMap((from, at) => {
    const to = EDGES[at + 1] ?? 1;
    const group = timed.filter(({ share }) => share >= from && (share < to || to === 1));
    if (group.length < LEAST) return [];
    return [
      {
        from,
        to,
        requests: group.length,
        median: middle(group.map(({ ms }) => ms)),
        prompt: middle(group.map(({ prompt }) => prompt)),
      },
    ];
  });
  return groups.length < 2 ? [] : groups;
}

/** The median; the lower middle value for an even count. */
const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
