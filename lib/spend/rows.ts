import type { SpendGroup, SpendRow } from "../api/schemas/spend";
import type { Written } from "./answers";
import type { Carried } from "./carry";
import type { Block } from "./read-block";
import type { Source } from "./source";

type Item = { label: string; part: string; largest: number; parts: number; tokens: number; sent: number; cost: number };

type Row = {
  readonly source: Source;
  tokens: number;
  definitions: number;
  sent: number;
  output: number;
  calls: number;
  failures: number;
  cost: number;
  /** null: unknown. */
  avoidable: number | null;
  /** By label. */
  readonly items: Map<string, Item>;
};

/** Groups whose content later calls can prove useless. For a system prompt or a typed message, nothing can. */
const JUDGED: ReadonlySet<SpendGroup> = new Set(["tool", "mcp-server", "skill", "sub-agent"]);

const addKnown = (sum: number | null, cost: number | null): number | null =>
  sum === null || cost === null ? null : sum + cost;

/** The rows of one agent or of all, while being summed. */
export class Rows {
  private readonly rows = new Map<string, Row>();
  /** A part that a compaction moved counts as the same part. */
  private readonly seen = new Set<string>();

  get sent(): number {
    return this.sum(({ sent }) => sent);
  }
  get output(): number {
    return this.sum(({ output }) => output);
  }
  get cost(): number {
    return this.sum(({ cost }) => cost);
  }

  addCarried({ tokens, requests, cost }: Carried, { source, id, label, part, isDefinition }: Block): void {
    const row = this.row(source);
    const isNew = !this.seen.has(id);
    this.seen.add(id);
    row.sent += tokens * requests;
    row.cost += cost;
    if (isNew) row.tokens += tokens;
    if (isDefinition) row.definitions += tokens * requests;
    if (part === null) return;
    const item = row.items.get(label) ?? { label, part, largest: -1, parts: 0, tokens: 0, sent: 0, cost: 0 };
    row.items.set(label, item);
    if (cost > item.largest) Object.assign(item, { part, largest: cost });
    if (isNew) item.parts += 1;
    if (isNew) item.tokens += tokens;
    item.sent += tokens * requests;
    item.cost += cost;
  }

  addWritten({ source, tokens, cost }: Written): void {
    const row = this.row(source);
    row.output += tokens;
    row.cost += cost;
  }

  addCall(source: Source): void {
    this.row(source).calls += 1;
  }

  addFailure(source: Source): void {
    this.row(source).failures += 1;
  }

  /** Adds the cost of content carried needlessly; null if unknown. */
  addAvoidable(source: Source, cost: number | null): void {
    const row = this.row(source);
    row.avoidable = addKnown(row.avoidable, cost);
  }

  /** Adds another agent's rows; if `into` is given, adds all of them to that row. */
  addAll(others: Rows, into: Source | null): void {
    for (const other of others.rows.values()) {
      const row = this.row(into ?? other.source);
      for (const key of ["tokens", "definitions", "sent", "output", "cost"] as const) row[key] += other[key];
      row.avoidable = addKnown(row.avoidable, other.avoidable);
      if (into !== null) continue;
      row.calls += other.calls;
      row.failures += other.failures;
      for (const [label, item] of other.items) row.items.set(label, item);
    }
  }

  /** Costliest first; by tokens if costs are unknown. */
  toRows(isKnown: boolean, maxItems: number, nameOf: (agent: string) => string): SpendRow[] {
    const weigh = ({ cost, sent, output = 0 }: { cost: number; sent: number; output?: number }) =>
      isKnown ? cost : sent + output;
    const total = this.sum(weigh);
    return [...this.rows.values()]
      .filter(({ sent, output, calls }) => sent + output + calls > 0)
      .sort((one, other) => weigh(other) - weigh(one))
      .map((row) => ({
        group: row.source.group,
        name: row.source.group === "sub-agent" ? nameOf(row.source.name) : row.source.name,
        ...(row.source.group === "sub-agent" && { agent: row.source.name }),
        tokens: row.tokens,
        definitions: row.definitions,
        sent: row.sent,
        output: row.output,
        calls: row.calls,
        failures: row.failures,
        cost: isKnown ? row.cost : null,
        avoidable: isKnown && JUDGED.has(row.source.group) ? row.avoidable : null,
        share: total === 0 ? 0 : weigh(row) / total,
        items: [...row.items.values()]
          .sort((one, other) => weigh(other) - weigh(one))
          .slice(0, maxItems)
          .map(({ label, part, parts, tokens, sent, cost }) => ({
            label,
            part_id: part,
            parts,
            tokens,
            sent,
            cost: isKnown ? cost : null,
          })),
      }));
  }

  private sum(of: (row: Row) => number): number {
    let sum = 0;
    for (const row of this.rows.values()) sum += of(row);
    return sum;
  }

  private row(source: Source): Row {
    const key = `${source.group}\0${source.name}`;
    const known = this.rows.get(key);
    if (known) return known;
    const fresh: Row = {
      source,
      tokens: 0,
      definitions: 0,
      sent: 0,
      output: 0,
      calls: 0,
      failures: 0,
      cost: 0,
      avoidable: 0,
      items: new Map(),
    };
    this.rows.set(key, fresh);
    return fresh;
  }
}
