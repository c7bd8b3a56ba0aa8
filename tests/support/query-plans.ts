import pg from "pg";

export type Recorded = { readonly sql: string; readonly values: readonly unknown[] };

/** Every statement that reads and that this process sends to PostgreSQL from now on, each text once with its first values. */
export function recordQueries(): { readonly queries: ReadonlyMap<string, Recorded>; readonly stop: () => void } {
  const queries = new Map<string, Recorded>();
  const send = pg.Client.prototype.query as (...all: unknown[]) => unknown;
  pg.Client.prototype.query = function query(this: unknown, ...all: unknown[]) {
    const [first, second] = all as [string | { text?: string; values?: unknown[] }, unknown];
    const sql = typeof first === "string" ? first : (first.text ?? "");
    const given = Array.isArray(second) ? second : typeof first === "string" ? [] : (first.values ?? []);
    if (/^\s*(SELECT|WITH)\b/i.test(sql) && !queries.has(sql)) queries.set(sql, { sql, values: given });
    return send.apply(this, all);
  } as typeof pg.Client.prototype.query;
  const stop = () => {
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query;
  };
  return { queries, stop };
}

type Node = {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly Node[];
};

/**
 * What is wrong with the plan of a statement over a library of some thousand sessions; empty when nothing is. Reading a whole
 * table is made so dear that it is only done where no index can answer: over some thousand rows it would often be quickest.
 */
export async function faultsOf(
  client: pg.Client,
  { sql, values }: Recorded,
  large: ReadonlySet<string>,
  most: { readonly read: number; readonly sorted: number },
): Promise<string[]> {
  const { rows } = await client.query({ text: `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, values: [...values] });
  const [{ Plan: plan }] = (rows[0] as { "QUERY PLAN": [{ Plan: Node }] })["QUERY PLAN"];
  const nodes = nodesOf(plan);
  const scans = nodes.filter((node) => node["Relation Name"] !== undefined);
  const whole = scans.filter(
    (node) => node["Node Type"].includes("Seq Scan") && large.has(node["Relation Name"] ?? ""),
  );
  const sorts = nodes.filter((node) => node["Node Type"] === "Sort" && sortedRows(node) > most.sorted);
  const read = scans.reduce((sum, node) => sum + readRows(node), 0);
  return [
    ...whole.map((node) => `reads all of ${node["Relation Name"]}`),
    ...sorts.map((node) => `sorts ${sortedRows(node)} rows`),
    ...(read > most.read ? [`reads ${read} rows`] : []),
  ];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const loops = (node: Node) => node["Actual Loops"] ?? 1;
const sortedRows = (node: Node) =>
  Math.max(0, ...(node.Plans ?? []).map((child) => (child["Actual Rows"] ?? 0) * loops(child)));
const readRows = (node: Node) =>
  loops(node) *
  ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0));
