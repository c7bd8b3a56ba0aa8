import type { LibrarySpend, Spend, SpendRow } from "../api/schemas/spend";

type Row = LibrarySpend["rows"][number];
type Sum = { -readonly [Key in keyof Row]: Row[Key] };

/** A library row: a sub-agent's task is of one session, so that all of them are one row. */
const nameOf = ({ group, name }: SpendRow): string => (group === "sub-agent" ? "" : name);

/**
 * Who spent the tokens and the money of several sessions. Money is that of the sessions whose cost is known. `found`: how many
 * sessions there are of which these were added up.
 */
export function sumSpends(spends: readonly Spend[], found: number): LibrarySpend {
  const rows = new Map<string, Sum>();
  let usd = 0;
  let without = 0;
  for (const { cost, rows: own } of spends) {
    if (cost.kind === "known") usd += cost.usd;
    else without += 1;
    const seen = new Set<Sum>();
    for (const row of own) {
      const sum = sumOf(rows, row);
      for (const key of ["tokens", "sent", "definitions", "output", "calls", "failures"] as const) sum[key] += row[key];
      if (row.cost !== null) sum.cost = (sum.cost ?? 0) + row.cost;
      if (!seen.has(sum)) sum.sessions += 1;
      seen.add(sum);
    }
  }
  const isPriced = without < spends.length;
  const weigh = ({ cost, sent, output }: Row) => (isPriced ? (cost ?? 0) : sent + output);
  const total = [...rows.values()].reduce((sum, row) => sum + weigh(row), 0);
  const sorted = [...rows.values()].sort((one, other) => weigh(other) - weigh(one) || other.sent - one.sent);
  return {
    version: 1,
    sessions: spends.length,
    found,
    cost: isPriced ? usd : null,
    without_cost: without,
    sent: spends.reduce((sum, { sent }) => sum + sent, 0),
    output: spends.reduce((sum, { output }) => sum + output, 0),
    rows: sorted.map((row) => ({ ...row, share: total === 0 ? 0 : weigh(row) / total })),
  };
}

function sumOf(rows: Map<string, Sum>, row: SpendRow): Sum {
  const [group, name] = [row.group, nameOf(row)];
  const key = `${group}\0${name}`;
  const none = { tokens: 0, sent: 0, definitions: 0, output: 0, calls: 0, failures: 0, cost: null, share: 0 };
  const sum = rows.get(key) ?? { group, name, sessions: 0, ...none };
  rows.set(key, sum);
  return sum;
}
