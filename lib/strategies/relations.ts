import type { Selector, Target } from "./selectors";
import { callSignature, coversRange } from "./signature";
import { factsOf, type ToolFacts } from "./tool-facts";
import type { Exchange, View } from "./view";

/** Selectors that compare a call with later ones. All choose the results (or calls) that a later one makes needless. */

type Filter = (exchange: Exchange) => boolean;
const everything: Filter = () => true;

/** Results of calls that were made again with the same input: all but the newest of each group. */
export const duplicateCalls =
  (isCandidate: Filter = everything): Selector =>
  (view) => {
    const next = new Map<string, string>();
    const found: Target[] = [];
    for (const exchange of view.exchanges().toReversed()) {
      if (!isCandidate(exchange)) continue;
      const signature = callSignature(exchange.call);
      const by = next.get(signature);
      if (by !== undefined) found.push({ parts: [exchange.result.id], reason: "duplicate-call", by });
      next.set(signature, exchange.result.id);
    }
    return found.reverse();
  };

/** Results of reads whose whole file, or all their lines, a later read shows again. */
export const supersededReads: Selector = (view) =>
  walkBack(view, "superseded-read", ({ result }, { kind, paths, range }, later) => {
    if (kind !== "read" || result.isError) return null;
    return byEvery(paths, (path) => later.reads.get(path)?.findLast((other) => coversRange(other.range, range))?.by);
  });

/** Results of reads of files that are read again later, whichever lines: all but the last of each file. */
export const duplicateReads: Selector = (view) =>
  walkBack(view, "duplicate-read", ({ result }, { kind, paths }, later) => {
    if (kind !== "read" || result.isError) return null;
    return byEvery(paths, (path) => later.reads.get(path)?.at(-1)?.by);
  });

/** Results of reads of files that were written afterwards. */
export const staleReads: Selector = (view) =>
  walkBack(view, "stale-read", ({ result }, { kind, paths }, later) => {
    if (kind !== "read" || result.isError) return null;
    const written = paths.find((path) => later.writes.has(path));
    return written === undefined ? null : (later.writes.get(written) ?? null);
  });

/** Calls that wrote a file which is read later: the read shows what the input said. */
export const supersededWrites: Selector = (view) =>
  walkBack(
    view,
    "superseded-write",
    ({ result }, { kind, paths }, later) => {
      if (!WRITES.has(kind) || result.isError) return null;
      return byEvery(paths, (path) => later.reads.get(path)?.at(-1)?.by);
    },
    ({ call }) => call.id,
  );

const WRITES: ReadonlySet<ToolFacts["kind"]> = new Set(["write", "create"]);

/** The last of what overtakes each path; null unless every path is overtaken. */
function byEvery(paths: readonly string[], overtaking: (path: string) => string | undefined): string | null {
  let last: string | null = null;
  for (const path of paths) {
    last = overtaking(path) ?? null;
    if (last === null) return null;
  }
  return last;
}

/** Later reads of a file, the nearest last, and the nearest later write. */
type Later = {
  readonly reads: Map<string, { readonly range: ToolFacts["range"]; readonly by: string }[]>;
  readonly writes: Map<string, string>;
};

/** Walks from the newest exchange back, knowing what came later; gives the targets oldest first. */
function walkBack(
  view: View,
  reason: string,
  overtakenBy: (exchange: Exchange, facts: ToolFacts, later: Later) => string | null,
  targetOf: (exchange: Exchange) => string = ({ result }) => result.id,
): Target[] {
  const later: Later = { reads: new Map(), writes: new Map() };
  const found: Target[] = [];
  for (const exchange of view.exchanges().toReversed()) {
    const facts = factsOf(exchange.call);
    const by = overtakenBy(exchange, facts, later);
    if (by !== null) found.push({ parts: [targetOf(exchange)], reason, by });
    if (!exchange.result.isError) remember(exchange.result.id, facts, later);
  }
  return found.reverse();
}

function remember(by: string, { kind, paths, range }: ToolFacts, { reads, writes }: Later) {
  for (const path of paths) {
    if (WRITES.has(kind)) writes.set(path, by);
    if (kind !== "read") continue;
    const known = reads.get(path);
    if (known) known.push({ range, by });
    else reads.set(path, [{ range, by }]);
  }
}
