import { type CalledFile, type CallFacts, callFacts } from "../../tools/call-facts";
import type { LineRange } from "../../tools/line-range";
import { changesFiles } from "../../tools/operations";
import { isFailure, type Selector, type Target } from "../grammar/selectors";
import type { Exchange, View } from "../grammar/view";
import { callSignature, coversRange } from "./signature";

/** An exchange with what was read from its call. */
type Known = Exchange & { readonly facts: CallFacts; readonly signature: string | null; readonly failed: boolean };

/** A rule that tells when a later exchange makes this one's result (or call) needless: the later one overtakes it. */
type OvertakenRule = {
  readonly reason: string;
  /** The index of the first exchange after which it is needless; null or undefined if there is none. */
  readonly by: (exchange: Known, later: Later) => number | null | undefined;
  /** The id of the needless part; the result if a rule says nothing. */
  readonly target?: (exchange: Exchange) => string;
};

/** Results of calls that were made again with the same input. Only the newest of equal calls is needed. */
const DUPLICATE_CALL: OvertakenRule = {
  reason: "duplicate-call",
  by: ({ signature }, { calls }) => (signature === null ? null : calls.get(signature)),
};

/** Results of reads of which a later read shows every line again. */
const SUPERSEDED_READ: OvertakenRule = {
  reason: "superseded-read",
  by: ({ facts: { operation, files }, failed }, { reads }) => {
    if (operation !== "read" || failed) return null;
    return byEvery(
      files,
      ({ path, range }) => reads.get(path)?.findLast((other) => coversRange(other.range, range))?.by,
    );
  },
};

/** Results of reads of files that were written afterwards. */
const STALE_READ: OvertakenRule = {
  reason: "stale-read",
  by: ({ facts: { operation, files }, failed }, { changes }) => {
    if (operation !== "read" || failed) return null;
    return earliest(files.map(({ path }) => changes.get(path)));
  },
};

/** Results of reads of files that are read again later, whichever lines. Only the last read of a file is needed. */
const DUPLICATE_READ: OvertakenRule = {
  reason: "duplicate-read",
  by: ({ facts: { operation, files }, failed }, { reads }) =>
    operation !== "read" || failed ? null : byEvery(files, ({ path }) => reads.get(path)?.at(-1)?.by),
};

/** Calls that wrote a file which is read later, because the read shows what their input said. */
const SUPERSEDED_WRITE: OvertakenRule = {
  reason: "superseded-write",
  by: ({ facts: { operation, files }, failed }, { reads }) =>
    !changesFiles(operation) || failed
      ? null
      : byEvery(files.filter(isChange), ({ path }) => reads.get(path)?.at(-1)?.by),
  target: ({ call }) => call.id,
};

export const supersededReads: Selector = (view) => overtaken(view, [SUPERSEDED_READ]);
export const duplicateReads: Selector = (view) => overtaken(view, [DUPLICATE_READ]);
export const staleReads: Selector = (view) => overtaken(view, [STALE_READ]);
export const supersededWrites: Selector = (view) => overtaken(view, [SUPERSEDED_WRITE]);

/** Results that nobody needs any more, each once, with the reason that came first in the history. */
export const needlessResults: Selector = (view) => overtaken(view, [STALE_READ, SUPERSEDED_READ, DUPLICATE_CALL]);

/** Results of repeated calls. Exchanges that do not pass the test are neither chosen nor compared with. */
export const duplicateCalls =
  (isCandidate: (exchange: Exchange) => boolean = () => true): Selector =>
  (view) =>
    overtaken(view, [DUPLICATE_CALL], isCandidate);

const isChange = ({ operation }: CalledFile): boolean => operation !== "read";

/** The index of the exchange after which every file is overtaken; null while one of them is not. */
function byEvery(files: readonly CalledFile[], overtaking: (file: CalledFile) => number | undefined): number | null {
  let last: number | null = null;
  for (const file of files) {
    const by = overtaking(file);
    if (by === undefined) return null;
    last = Math.max(last ?? by, by);
  }
  return last;
}

/** The least of the known indexes; null if none is known. */
function earliest(indexes: readonly (number | null | undefined)[]): number | null {
  let first: number | null = null;
  for (const index of indexes) if (index != null && (first === null || index < first)) first = index;
  return first;
}

/** What comes later in the history. All values are indexes of exchanges. */
type Later = {
  /** By the signature of a call: the nearest later call that is the same. */
  readonly calls: Map<string, number>;
  /** By path: all later reads, the nearest last. */
  readonly reads: Map<string, { readonly range: LineRange | null; readonly by: number }[]>;
  /** By path: the nearest later change. */
  readonly changes: Map<string, number>;
};

/** Walks back from the newest exchange and remembers what it passed. The targets are returned oldest first. */
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
      failed: isFailure(result, view),
    };
    const overtaking = firstToOvertake(rules, known, later);
    if (overtaking) found.push(targetOf(overtaking, exchange, exchanges));
    if (known.signature !== null) later.calls.set(known.signature, index);
    if (!known.failed) remember(index, known.facts, later);
  }
  return found.reverse();
}

type Overtaking = { readonly rule: OvertakenRule; readonly by: number };

/**
 * The rule that applies first as the history grows; of several that apply at the same exchange, the first of the list. So
 * a longer history never changes a decision that a shorter one has led to.
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
 * Remembers every file that a call changes, and the files of calls that only read. Paths are compared as they are written,
 * because a call does not say in which folder a command runs.
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
