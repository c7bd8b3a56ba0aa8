import type { Selector, Target } from "./selectors";
import { callSignature, coversRange } from "./signature";
import { factsOf, type ToolFacts } from "./tool-facts";
import type { Exchange, View } from "./view";

/** An exchange with what is read from its call, once. */
type Known = Exchange & { readonly facts: ToolFacts; readonly signature: string | null };

/** Rules that compare a call with later ones. Each chooses the results (or calls) that a later one makes needless. */
type OvertakenRule = {
  readonly reason: string;
  /** The later result that overtakes the exchange; null or undefined: none does. */
  readonly by: (exchange: Known, later: Later) => string | null | undefined;
  /** The part that goes: the result, where nothing is said. */
  readonly target?: (exchange: Exchange) => string;
};

/** Results of calls that were made again with the same input: all but the newest of each group. */
const DUPLICATE_CALL: OvertakenRule = {
  reason: "duplicate-call",
  by: ({ signature }, { calls }) => (signature === null ? null : calls.get(signature)),
};

/** Results of reads whose whole file, or all their lines, a later read shows again. */
const SUPERSEDED_READ: OvertakenRule = {
  reason: "superseded-read",
  by: ({ facts: { kind, paths, range }, result }, { reads }) => {
    if (kind !== "read" || result.isError) return null;
    return byEvery(paths, (path) => reads.get(path)?.findLast((other) => coversRange(other.range, range))?.by);
  },
};

/** Results of reads of files that were written afterwards. */
const STALE_READ: OvertakenRule = {
  reason: "stale-read",
  by: ({ facts: { kind, paths }, result }, { writes }) => {
    if (kind !== "read" || result.isError) return null;
    const written = paths.find((path) => writes.has(path));
    return written === undefined ? null : writes.get(written);
  },
};

/** Results of reads of files that are read again later, whichever lines: all but the last of each file. */
const DUPLICATE_READ: OvertakenRule = {
  reason: "duplicate-read",
  by: ({ facts: { kind, paths }, result }, { reads }) =>
    kind !== "read" || result.isError ? null : byEvery(paths, (path) => reads.get(path)?.at(-1)?.by),
};

/** Calls that wrote a file which is read later: the read shows what the input said. */
const SUPERSEDED_WRITE: OvertakenRule = {
  reason: "superseded-write",
  by: ({ facts: { kind, paths }, result }, { reads }) =>
    !WRITES.has(kind) || result.isError ? null : byEvery(paths, (path) => reads.get(path)?.at(-1)?.by),
  target: ({ call }) => call.id,
};

export const supersededReads: Selector = (view) => overtaken(view, [SUPERSEDED_READ]);
export const duplicateReads: Selector = (view) => overtaken(view, [DUPLICATE_READ]);
export const staleReads: Selector = (view) => overtaken(view, [STALE_READ]);
export const supersededWrites: Selector = (view) => overtaken(view, [SUPERSEDED_WRITE]);

/** Results that nobody needs any more, each once, in one walk; the first of these reasons that holds is given. */
export const needlessResults: Selector = (view) => overtaken(view, [STALE_READ, SUPERSEDED_READ, DUPLICATE_CALL]);

/** Only the exchanges that pass the test are compared. */
export const duplicateCalls =
  (isCandidate: (exchange: Exchange) => boolean = () => true): Selector =>
  (view) =>
    overtaken(view, [DUPLICATE_CALL], isCandidate);

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

/** Later calls by their signature, later reads of a file, the nearest last, and the nearest later write. */
type Later = {
  readonly calls: Map<string, string>;
  readonly reads: Map<string, { readonly range: ToolFacts["range"]; readonly by: string }[]>;
  readonly writes: Map<string, string>;
};

/** Walks from the newest exchange back, knowing what came later; gives the targets oldest first. */
function overtaken(
  view: View,
  rules: readonly OvertakenRule[],
  isCandidate: (exchange: Exchange) => boolean = () => true,
): Target[] {
  const later: Later = { calls: new Map(), reads: new Map(), writes: new Map() };
  const usesCalls = rules.includes(DUPLICATE_CALL);
  const found: Target[] = [];
  const exchanges = view.exchanges();
  for (let index = exchanges.length - 1; index >= 0; index -= 1) {
    const exchange = exchanges[index] as Exchange;
    if (!isCandidate(exchange)) continue;
    const { call, result } = exchange;
    const known = { call, result, facts: factsOf(call), signature: usesCalls ? callSignature(call) : null };
    const target = firstThat(rules, known, later);
    if (target) found.push(target);
    if (known.signature !== null) later.calls.set(known.signature, result.id);
    if (!result.isError) remember(result.id, known.facts, later);
  }
  return found.reverse();
}

function firstThat(rules: readonly OvertakenRule[], exchange: Known, later: Later): Target | null {
  for (const { reason, by, target } of rules) {
    const overtaking = by(exchange, later);
    if (overtaking != null) return { parts: [target?.(exchange) ?? exchange.result.id], reason, by: overtaking };
  }
  return null;
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
