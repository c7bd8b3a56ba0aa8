import type { PrefixNode } from "../requests/prefix-tree";
import { PrefixRuns, type Run, type Visit } from "./prefix-runs";

/**
 * Runs in an engine's eviction order: least recently used first, and the end of a prompt before its start. `ends`
 * returns the number of units (blocks, pages) that end at or before a node.
 */
export class LruRuns extends PrefixRuns {
  private readonly order = new Set<Run>();
  /** Number of a run's units that are still held, from the start of the prompt. */
  private readonly heldTo = new Map<Run, number>();
  private held = 0;

  constructor(private readonly ends: (node: PrefixNode) => number) {
    super();
  }

  /** Number of units held from the start of this prompt. */
  heldUnits(leaf: PrefixNode): number {
    for (let node = this.shared(leaf); node !== null; ) {
      const run = this.runAt(node);
      const to = this.heldTo.get(run) ?? 0;
      if (to > this.before(run)) return Math.min(to, this.ends(node));
      node = this.above(run);
    }
    return 0;
  }

  /** Marks all units of the prompt as held and newest, then evicts the oldest until `limit` units are left. */
  use(leaf: PrefixNode, visit: Visit, limit: number, isWhole: boolean) {
    for (const run of this.visit(leaf, visit)) {
      const end = this.ends(run.bottom);
      this.held += end - this.toOf(run);
      this.heldTo.set(run, end);
      this.order.delete(run);
      this.order.add(run);
    }
    for (const run of this.order) {
      if (this.held <= limit) break;
      this.evict(run, isWhole ? Number.POSITIVE_INFINITY : this.held - limit);
    }
  }

  private evict(run: Run, units: number) {
    const from = this.before(run);
    const to = Math.max(from, this.toOf(run) - units);
    this.held -= this.toOf(run) - to;
    this.heldTo.set(run, to);
    if (to === from) this.order.delete(run);
  }

  private before(run: Run): number {
    const above = this.above(run);
    return above === null ? 0 : this.ends(above);
  }

  private toOf = (run: Run): number => this.heldTo.get(run) ?? this.before(run);

  protected override onSplit(lower: Run, upper: Run) {
    const to = this.heldTo.get(lower);
    if (to === undefined) return;
    const border = this.ends(upper.bottom);
    this.heldTo.set(upper, Math.min(to, border));
    this.heldTo.set(lower, Math.max(to, border));
  }
}
