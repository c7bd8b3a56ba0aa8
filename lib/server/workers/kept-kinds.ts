import type { KeptRow } from "@/lib/transcript/session";

/** How many rows of one kind were kept without being read. */
export type KeptKind = { readonly kind: string; readonly count: number };

/** A kind may be text of the file, so that their number is limited; the others count together. */
const MAX_KINDS = 30;
const OTHERS = "other kinds";

/** Counts the kept rows of a file's sessions, of which several may share one list. */
export class KeptKinds {
  private readonly counts = new Map<string, number>();
  private readonly seen = new WeakSet<readonly KeptRow[]>();

  add(rows: readonly KeptRow[]): void {
    if (this.seen.has(rows)) return;
    this.seen.add(rows);
    for (const { kind } of rows) {
      const name = this.counts.has(kind) || this.counts.size < MAX_KINDS ? kind : OTHERS;
      this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    }
  }

  list(): KeptKind[] {
    return [...this.counts].map(([kind, count]) => ({ kind, count })).sort((one, other) => other.count - one.count);
  }
}
