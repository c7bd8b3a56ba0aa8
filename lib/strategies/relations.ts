import type { ToolCallPart, ToolResultPart } from "../conversation/part";
import { exchanges, type Selector, type Target } from "./selectors";
import { callSignature, coversRange, isRead, isWrite } from "./signature";
import { factsOf } from "./tool-facts";
import type { View } from "./view";

/** Selectors that compare a call with later ones. All choose the results (or calls) that a later one makes needless. */

type Exchange = { readonly call: ToolCallPart; readonly result: ToolResultPart };
type Filter = (exchange: Exchange) => boolean;
const everything: Filter = () => true;

/** Results of calls that were made again with the same input: all but the newest of each group. */
export const duplicateCalls =
  (isCandidate: Filter = everything): Selector =>
  (view) => {
    const next = new Map<string, string>();
    const found: Target[] = [];
    for (const exchange of exchanges(view).toReversed()) {
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
  walkBack(view, "superseded-read", (exchange, later) => {
    if (!isRead(exchange.call) || exchange.result.isError) return null;
    const { paths, range } = factsOf(exchange.call);
    return byEvery(paths, (path) => later.reads.get(path)?.findLast((other) => coversRange(other.range, range))?.by);
  });

/** Results of reads of files that are read again later, whichever lines: all but the last of each file. */
export const duplicateReads: Selector = (view) =>
  walkBack(view, "duplicate-read", ({ call, result }, later) => {
    if (!isRead(call) || result.isError) return null;
    return byEvery(factsOf(call).paths, (path) => later.reads.get(path)?.at(-1)?.by);
  });

/** Results of reads of files that were written afterwards. */
export const staleReads: Selector = (view) =>
  walkBack(view, "stale-read", ({ call, result }, later) => {
    if (!isRead(call) || result.isError) return null;
    return factsOf(call).paths.flatMap((path) => later.writes.get(path) ?? [])[0] ?? null;
  });

/** Calls that wrote a file which is read later: the read shows what the input said. */
export const supersededWrites: Selector = (view) =>
  walkBack(
    view,
    "superseded-write",
    ({ call, result }, later) => {
      if (!isWrite(call) || result.isError) return null;
      return byEvery(factsOf(call).paths, (path) => later.reads.get(path)?.at(-1)?.by);
    },
    ({ call }) => call.id,
  );

/** The last of what overtakes each path; null unless every path is overtaken. */
function byEvery(paths: readonly string[], overtaking: (path: string) => string | undefined): string | null {
  const found = paths.map(overtaking);
  return found.length > 0 && found.every((by) => by !== undefined) ? (found.at(-1) ?? null) : null;
}

/** Later reads of a file, the nearest last, and the nearest later write. */
type Later = {
  readonly reads: Map<string, { readonly range: ReturnType<typeof factsOf>["range"]; readonly by: string }[]>;
  readonly writes: Map<string, string>;
};

/** Walks from the newest exchange back, knowing what came later; gives the targets oldest first. */
function walkBack(
  view: View,
  reason: string,
  overtakenBy: (exchange: Exchange, later: Later) => string | null,
  targetOf: (exchange: Exchange) => string = ({ result }) => result.id,
): Target[] {
  const later: Later = { reads: new Map(), writes: new Map() };
  const found: Target[] = [];
  for (const exchange of exchanges(view).toReversed()) {
    const by = overtakenBy(exchange, later);
    if (by !== null) found.push({ parts: [targetOf(exchange)], reason, by });
    remember(exchange, later);
  }
  return found.reverse();
}

function remember({ call, result }: Exchange, { reads, writes }: Later) {
  if (result.isError) return;
  const { paths, range } = factsOf(call);
  for (const path of paths) {
    if (isWrite(call)) writes.set(path, result.id);
    if (!isRead(call)) continue;
    const known = reads.get(path);
    if (known) known.push({ range, by: result.id });
    else reads.set(path, [{ range, by: result.id }]);
  }
}
