import type { PrefixNode } from "../requests/prefix-tree";

/** Consecutive nodes that are always visited together: one node of the radix tree over all prompts so far. */
export type Run = {
  top: PrefixNode;
  bottom: PrefixNode;
  /** Number of runs that continue it. */
  children: number;
  /** Start of the last request that passed through it. */
  time: number;
  /** When other chains can read it. */
  ready: number;
  chain: string;
};

export type Visit = { readonly start: number; readonly ready: number; readonly chain: string };

/**
 * Tracks when each part of each prompt was last used, without visiting every node. A request updates the runs on its
 * path, and an append-only conversation is a single run. Time per request is linear in its new nodes and the runs on
 * its path.
 */
export class PrefixRuns {
  private readonly runs: (Run | undefined)[] = [];

  runAt(node: PrefixNode): Run {
    return this.runs[node.number] as Run;
  }

  /** The deepest node of this prompt contained in an earlier prompt; null if it shares nothing. */
  shared(leaf: PrefixNode): PrefixNode | null {
    let node: PrefixNode | null = leaf;
    while (node !== null && this.runs[node.number] === undefined) node = node.parent;
    return node;
  }

  /**
   * The deepest shared node whose run passes the test. A run above another one was last used at the same time or later.
   */
  deepest(leaf: PrefixNode, test: (run: Run) => boolean): PrefixNode | null {
    for (let node = this.shared(leaf); node !== null; ) {
      const run = this.runAt(node);
      if (test(run)) return node;
      node = this.above(run);
    }
    return null;
  }

  /** Visits a prompt's entire path and returns its runs, deepest first. */
  visit(leaf: PrefixNode, visit: Visit): Run[] {
    const end = this.shared(leaf);
    const run = end === null ? null : this.splitAt(end);
    if (end !== leaf && leaf.parent !== null) this.add(leaf, end, run, visit);
    const path: Run[] = [];
    for (let node: PrefixNode | null = leaf.parent === null ? null : leaf; node !== null; ) {
      const at = this.runAt(node);
      Object.assign(at, { time: visit.start, ready: Math.min(at.ready, visit.ready), chain: visit.chain });
      path.push(at);
      node = this.above(at);
    }
    return path;
  }

  /** The last node of the run that this one continues; null at the root. */
  above(run: Run): PrefixNode | null {
    const { parent } = run.top;
    return parent === null || parent.parent === null ? null : parent;
  }

  private add(leaf: PrefixNode, end: PrefixNode | null, run: Run | null, visit: Visit) {
    // A chain waits for its own answers, so its run can grow. Another chain needs a separate run with its own time.
    if (run !== null && run.children === 0 && run.chain === visit.chain) {
      run.bottom = leaf;
      return this.label(leaf, end, run);
    }
    if (run !== null) run.children += 1;
    let top = leaf;
    while (top.parent !== end && top.parent !== null && top.parent.parent !== null) top = top.parent;
    const { start: time, ready, chain } = visit;
    this.label(leaf, end, { top, bottom: leaf, children: 0, time, ready, chain });
  }

  /** Splits the run after the node. The lower part keeps the object (and its age); the upper part is new. */
  private splitAt(node: PrefixNode): Run {
    const run = this.runAt(node);
    if (run.bottom === node) return run;
    let below = run.bottom;
    while (below.parent !== node && below.parent !== null) below = below.parent;
    const upper: Run = { ...run, bottom: node, children: 1 };
    this.label(node, run.top.parent, upper);
    run.top = below;
    this.onSplit(run, upper);
    return upper;
  }

  /** For subclasses that store more about a run. */
  protected onSplit(_lower: Run, _upper: Run) {}

  private label(from: PrefixNode, to: PrefixNode | null, run: Run) {
    for (let node: PrefixNode | null = from; node !== null && node !== to && node.parent !== null; node = node.parent)
      this.runs[node.number] = run;
  }
}
