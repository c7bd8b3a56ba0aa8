import type { CostAnswer } from "../api/schemas/cost-answer";
import type { ClientCompactions } from "../api/schemas/spend";

/** A session's client and compactions. `null`: not in the log; for `compactions`, none. */
export type CompactedSession = {
  readonly client: string | null;
  readonly version: string | null;
  readonly compactions: Pick<
    NonNullable<CostAnswer["compactions"]>,
    "count" | "measured" | "needed" | "gone" | "refetch_tokens" | "refetch"
  > | null;
};

type Sum = { -readonly [Key in keyof ClientCompactions]: ClientCompactions[Key] };

/** Compaction losses by client and version, most compactions first. */
export function sumCompactionLosses(sessions: readonly CompactedSession[]): ClientCompactions[] {
  const sums = new Map<string, Sum>();
  for (const { client, version, compactions } of sessions) {
    if (compactions === null) continue;
    const key = JSON.stringify([client, version]);
    const sum = sums.get(key) ?? emptySum(client, version);
    sums.set(key, sum);
    sum.sessions += 1;
    sum.compactions += compactions.count;
    for (const name of ["measured", "needed", "gone", "refetch_tokens"] as const) sum[name] += compactions[name];
    if (compactions.refetch.kind === "known") sum.refetch = (sum.refetch ?? 0) + compactions.refetch.usd;
  }
  return [...sums.values()].sort((one, other) => other.compactions - one.compactions);
}

const emptySum = (client: string | null, version: string | null): Sum => ({
  client,
  version,
  sessions: 0,
  compactions: 0,
  measured: 0,
  needed: 0,
  gone: 0,
  refetch_tokens: 0,
  refetch: null,
});
