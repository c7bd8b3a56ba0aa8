import pg from "pg";

export type Recorded = { readonly sql: string; readonly values: readonly unknown[] };

/** Records every statement that this process sends to PostgreSQL, each text once with its first values. */
export function recordQueries(): { readonly queries: ReadonlyMap<string, Recorded>; readonly stop: () => void } {
  const queries = new Map<string, Recorded>();
  const send = pg.Client.prototype.query as (...all: unknown[]) => unknown;
  pg.Client.prototype.query = function query(this: unknown, ...all: unknown[]) {
    const [first, second] = all as [string | { text?: string; values?: unknown[] }, unknown];
    const sql = typeof first === "string" ? first : (first.text ?? "");
    const given = Array.isArray(second) ? second : typeof first === "string" ? [] : (first.values ?? []);
    if (/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(sql) && !queries.has(sql))
      queries.set(sql, { sql, values: given });
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
  readonly "Plan Rows"?: number;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly Node[];
};

/**
 * The faults of a statement's plan over a library of some thousand sessions; empty if there are none. Reading an entire
 * table is made so expensive that it is only chosen if no index can answer; for a few thousand rows it would often be
 * fastest.
 */
export async function faultsOf(
  client: pg.Client,
  { sql, values }: Recorded,
  large: ReadonlySet<string>,
  most: { readonly read: number; readonly sorted: number },
): Promise<string[]> {
  // Writing statements are not executed again, so only the database's estimate of their rows is known.
  const analyze = /^\s*(SELECT|WITH)\b/i.test(sql) ? "ANALYZE, " : "";
  const { rows } = await client.query({ text: `EXPLAIN (${analyze}FORMAT JSON) ${sql}`, values: [...values] });
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
const rowsOf = (node: Node) => node["Actual Rows"] ?? node["Plan Rows"] ?? 0;
const sortedRows = (node: Node) => Math.max(0, ...(node.Plans ?? []).map((child) => rowsOf(child) * loops(child)));
const readRows = (node: Node) =>
  loops(node) * (rowsOf(node) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0));

type Reasons = readonly (readonly [piece: RegExp, reason: string])[];
export type Allowed = {
  /** Statements that read many rows for a good reason, but through an index. Each is identified by a piece of its text. */
  readonly many: Reasons;
  /** Statements that read an entire table for a good reason. */
  readonly whole: Reasons;
  readonly most: { readonly read: number; readonly sorted: number };
};

/** Statements on a large table with a fault that is not allowed, and the fault of each. */
export async function faultyQueries(
  client: pg.Client,
  queries: ReadonlyMap<string, Recorded>,
  { many, whole, most }: Allowed,
): Promise<Record<string, string[]>> {
  const { rows } = await client.query(
    "SELECT relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = 'public' AND relkind = 'r' AND reltuples > 500",
  );
  const large = new Set(rows.map(({ relname }: { relname: string }) => relname));
  const found: Record<string, string[]> = {};
  for (const query of queries.values()) {
    if (![...large].some((table) => query.sql.includes(`"${table}"`))) continue;
    if (whole.some(([piece]) => piece.test(query.sql))) continue;
    const isMany = many.some(([piece]) => piece.test(query.sql));
    const wrong = await faultsOf(client, query, large, isMany ? { read: Infinity, sorted: Infinity } : most);
    if (wrong.length > 0) found[`${query.sql} ${JSON.stringify(query.values).slice(0, 200)}`] = wrong;
  }
  return found;
}

/** A connection on which an entire table is read only if no index can answer. */
export async function connectForPlans(): Promise<pg.Client> {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  await client.query("SET enable_seqscan = off; SET random_page_cost = 1.1");
  return client;
}
