import { type CalledFile, type CallFacts, callFacts } from "../../tools/call-facts";
import type { LineRange } from "../../tools/line-range";
import { changesFiles } from "../../tools/operations";
import type { Selector, Target } from "../grammar/selectors";
import type { Exchange, View } from "../grammar/view";
import { callSignature, coversRange } from "./signature";

/** An exchange with what is read from its call, once. */
type Known = Exchange & { readonly facts: CallFacts; readonly signature: string | null };

/** Rules that compare a call with later ones. Each chooses the results (or calls) that a later one makes needless. */
type OvertakenRule = {
  readonly reason: string;
  /** The first later exchange with which that is known, as its index; null or undefined: there is none. */
  readonly by: (exchange: Known, later: Later) => number | null | undefined;
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
  by: ({ facts: { operation, files }, result }, { reads }) => {
    if (operation !== "read" || result.isError) return null;
    return byEvery(
      files,
      ({ path, range }) => reads.get(path)?.findLast((other) => coversRange(other.range, range))?.by,
    );
  },
};

/** Results of reads of files that were written afterwards. */
const STALE_READ: OvertakenRule = {
  reason: "stale-read",
  by: ({ facts: { operation, files }, result }, { changes }) => {
    if (operation !== "read" || result.isError) return null;
    return earliest(files.map(({ path }) => changes.get(path)));
  },
};

/** Results of reads of files that are read again later, whichever lines: all but the last of each file. */
const DUPLICATE_READ: OvertakenRule = {
  reason: "duplicate-read",
  by: ({ facts: { operation, files }, result }, { reads }) =>
    operation !== "read" || result.isError ? null : byEvery(files, ({ path }) => reads.get(path)?.at(-1)?.by),
};

/** Calls that wrote a file which is read later: the read shows what the input said. */
const SUPERSEDED_WRITE: OvertakenRule = {
  reason: "superseded-write",
  by: ({ facts: { operation, files }, result }, { reads }) =>
    !changesFiles(operation) || result.isError
      ? null
      : byEvery(files.filter(isChange), ({ path }) => reads.get(path)?.at(-1)?.by),
  target: ({ call }) => call.id,
};

export const supersededReads: Selector = (view) => overtaken(view, [SUPERSEDED_READ]);
export const duplicateReads: Selector = (view) => overtaken(view, [DUPLICATE_READ]);
export const staleReads: Selector = (view) => overtaken(view, [STALE_READ]);
export const supersededWrites: Selector = (view) => overtaken(view, [SUPERSEDED_WRITE]);

/** Results that nobody needs any more, each once, in one walk; with the reason that was known first. */
export const needlessResults: Selector = (view) => overtaken(view, [STALE_READ, SUPERSEDED_READ, DUPLICATE_CALL]);

/** Only the exchanges that pass the test are compared. */
export const duplicateCalls =
  (isCandidate: (exchange: Exchange) => boolean = () => true): Selector =>
  (view) =>
    overtaken(view, [DUPLICATE_CALL], isCandidate);

const isChange = ({ operation }: CalledFile): boolean => operation !== "read";

/** When every file is overtaken: the last of what overtakes each; null unless every file is. */
function byEvery(files: readonly CalledFile[], overtaking: (file: CalledFile) => number | undefined): number | null {
  let last: number | null = null;
  for (const file of files) {
    const by = overtaking(file);
    if (by === undefined) return null;
    last = Math.max(last ?? by, by);
  }
  return last;
}

/** The least of what is known; null where nothing is. */
function earliest(indexes: readonly (number | null | undefined)[]): number | null {
  let first: number | null = null;
  for (const index of indexes) if (index != null && (first === null || index < first)) first = index;
  return first;
}

/** Later calls by their signature, later reads of a file, the nearest last, and the nearest later change: as indexes. */
type Later = {
  readonly calls: Map<string, number>;
  readonly reads: Map<string, { readonly range: LineRange | null; readonly by: number }[]>;
  readonly changes: Map<string, number>;
};

/** Walks from the newest exchange back, knowing what came later; gives the targets oldest first. */
function overtaken(
  view: View,
  rules: readonly OvertakenRule[],
  isCandidate: (exchange: Exchange) => boolean = () => true,
): Target[] {
  const later: Later = { calls: new Map(), reads: new Map(), changes: new Map() };
  const usesCalls = rules.includes(DUPLICATE_CALL);
  const found: Target[] = [];
  const exchanges = view.exchanges();
  for (let index = exchanges.length - 1; index >= 0; index -= 1) {
    const exchange = exchanges[index] as Exchange;
    if (!isCandidate(exchange)) continue;
    const { call, result } = exchange;
    const known = {
      call,
      result,
      facts: callFacts(call, view.conversation.tools),
      signature: usesCalls ? callSignature(call) : null,
    };
    const overtaking = firstToOvertake(rules, known, later);
    if (overtaking) found.push(targetOf(overtaking, exchange, exchanges));
    if (known.signature !== null) later.calls.set(known.signature, index);
    if (!result.isError) remember(index, known.facts, later);
  }
  return found.reverse();
}

type Overtaking = { readonly rule: OvertakenRule; readonly by: number };

/**
 * The rule that holds first as the history grows, so that a later call never changes what was known before it; of those
 * that hold at once, the first of the list.
 */
function firstToOvertake(rules: readonly OvertakenRule[], exchange: Known, later: Later): Overtaking | null {
  let first: Overtaking | null = null;
  for (const rule of rules) {
    const by = rule.by(exchange, later);
    if (by != null && (first === null || by < first.by)) first = { rule, by };
  }
  return first;
}

function targetOf({ rule, by }: Overtaking, exchange: Exchange, exchanges: readonly Exchange[]): Target {
  const part = rule.target?.(exchange) ?? exchange.result.id;
  return { parts: [part], reason: rule.reason, by: (exchanges[by] as Exchange).result.id };
}

/**
 * Every file that is changed, by whatever call; files that are read only where the result is their text alone. Paths are
 * compared as written: where a command runs, the calls beside it do not say.
 */
function remember(by: number, { operation, files }: CallFacts, { reads, changes }: Later) {
  for (const file of files) {
    if (isChange(file)) changes.set(file.path, by);
    else if (operation === "read") {
      const known = reads.get(file.path);
      if (known) known.push({ range: file.range, by });
      else reads.set(file.path, [{ range: file.range, by }]);
    }
  }
}
