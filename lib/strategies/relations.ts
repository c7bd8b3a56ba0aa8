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
    const newest = new Map<string, string>();
    const candidates = exchanges(view).filter(isCandidate);
    for (const { call, result } of candidates) newest.set(callSignature(call), result.id);
    return candidates.flatMap(({ call, result }) =>
      newest.get(callSignature(call)) === result.id ? [] : [{ parts: [result.id], reason: "duplicate-call" }],
    );
  };

/** Results of reads whose whole file, or all their lines, a later read shows again. */
export const supersededReads: Selector = (view) =>
  walkBack(view, (exchange, later) => {
    if (!isRead(exchange.call) || exchange.result.isError) return null;
    const { paths, range } = factsOf(exchange.call);
    const isCovered =
      paths.length > 0 && paths.every((path) => later.reads.get(path)?.some((other) => coversRange(other, range)));
    return isCovered ? "superseded-read" : null;
  });

/** Results of reads of files that are read again later, whichever lines: all but the newest of each file. */
export const duplicateReads: Selector = (view) =>
  walkBack(view, ({ call, result }, later) => {
    const { paths } = factsOf(call);
    const isRepeated = paths.length > 0 && paths.every((path) => later.reads.has(path));
    return isRead(call) && !result.isError && isRepeated ? "duplicate-read" : null;
  });

/** Results of reads of files that were written afterwards. */
export const staleReads: Selector = (view) =>
  walkBack(view, (exchange, later) => {
    if (!isRead(exchange.call) || exchange.result.isError) return null;
    const { paths } = factsOf(exchange.call);
    return paths.some((path) => later.writes.has(path)) ? "stale-read" : null;
  });

/** Calls that wrote a file which is read later: the read shows what the input said. */
export const supersededWrites: Selector = (view) =>
  walkBack(
    view,
    ({ call, result }, later) => {
      const { paths } = factsOf(call);
      const isRead = paths.length > 0 && paths.every((path) => later.reads.has(path));
      return isWrite(call) && !result.isError && isRead ? "superseded-write" : null;
    },
    ({ call }) => call.id,
  );

type Later = { readonly reads: Map<string, ReturnType<typeof factsOf>["range"][]>; readonly writes: Set<string> };

/** Walks from the newest exchange back, knowing what came later; gives the targets oldest first. */
function walkBack(
  view: View,
  reasonOf: (exchange: Exchange, later: Later) => string | null,
  targetOf: (exchange: Exchange) => string = ({ result }) => result.id,
): Target[] {
  const later: Later = { reads: new Map(), writes: new Set() };
  const found: Target[] = [];
  for (const exchange of exchanges(view).toReversed()) {
    const reason = reasonOf(exchange, later);
    if (reason !== null) found.push({ parts: [targetOf(exchange)], reason });
    remember(exchange, later);
  }
  return found.reverse();
}

function remember({ call, result }: Exchange, { reads, writes }: Later) {
  if (result.isError) return;
  const { paths, range } = factsOf(call);
  for (const path of paths) {
    if (isWrite(call)) writes.add(path);
    if (!isRead(call)) continue;
    const ranges = reads.get(path);
    if (ranges) ranges.push(range);
    else reads.set(path, [range]);
  }
}
