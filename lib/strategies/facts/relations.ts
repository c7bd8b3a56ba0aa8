import { type CalledFile, type CallFacts, callFacts } from "../../tools/call-facts";
import type { LineRange } from "../../tools/line-range";
import { changesFiles } from "../../tools/operations";
import { isFailure, type Selector, type Target } from "../grammar/selectors";
import type { Exchange, View } from "../grammar/view";
import { callSignature, coversRange } from "./signature";

/** An exchange with the facts read from its call. */
type Known = Exchange & { readonly facts: CallFacts; readonly signature: string | null; readonly failed: boolean };

/** A later exchange "overtakes" an earlier one if it makes the earlier result or call needless. */
type OvertakenRule = {
  readonly reason: string;
  /** Index of the first later exchange that overtakes `exchange`; null or undefined if there is none. */
  readonly by: (exchange: Known, later: Later) => number | null | undefined;
  /** Id of the needless part; by default the result. */
  readonly target?: (exchange: Exchange) => string;
};

/** Results of calls repeated later with the same input. Only the newest is needed. */
const DUPLICATE_CALL: OvertakenRule = {
  reason: "duplicate-call",
  by: ({ signature }, { calls }) => (signature === null ? null : calls.get(signature)),
};

/** Results of reads if a later read shows every line again. */
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

/** Results of reads of files that were written later. */
const STALE_READ: OvertakenRule = {
  reason: "stale-read",
  by: ({ facts: { operation, files }, failed }, { changes }) => {
    if (operation !== "read" || failed) return null;
    return earliest(files.map(({ path }) => changes.get(path)));
  },
};

/** Results of reads of files read again later, whatever the range. Only the last read of a file is needed. */
const DUPLICATE_READ: OvertakenRule = {
  reason: "duplicate-read",
  by: ({ facts: { operation, files }, failed }, { reads }) =>
    operation !== "read" || failed ? null : byEvery(files, ({ path }) => reads.get(path)?.at(-1)?.by),
};

/** Calls that wrote a file read later, because the read shows what their input contained. */
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

/** Distinct needless results, each with the reason that came first in the history. */
export const needlessResults: Selector = (view) => overtaken(view, [STALE_READ, SUPERSEDED_READ, DUPLICATE_CALL]);

/** Results of repeated calls. Exchanges that fail the test are neither chosen nor compared. */
export const duplicateCalls =
  (isCandidate: (exchange: Exchange) => boolean = () => true): Selector =>
  (view) =>
    overtaken(view, [DUPLICATE_CALL], isCandidate);

const isChange = ({ operation }: CalledFile): boolean => operation !== "read";

/** Index of the exchange by which every file has been overtaken; null if one has not. */
function byEvery(files: readonly CalledFile[], overtaking: (file: CalledFile) => number | undefined): number | null {
  let last: number | null = null;
  for (const file of files) {
    const by = overtaking(file);
    if (by === undefined) return null;
    last = Math.max(last ?? by, by);
  }
  return last;
}

function earliest(indexes: readonly (number | null | undefined)[]): number | null {
  let first: number | null = null;
  for (const index of indexes) if (index != null && (first === null || index < first)) first = index;
  return first;
}

/** What later exchanges did. Exchanges are given by index. */
type Later = {
  /** The nearest later equal call, by call signature. */
  readonly calls: Map<string, number>;
  /** Later reads by path, nearest last. */
  readonly reads: Map<string, { readonly range: LineRange | null; readonly by: number }[]>;
  /** The nearest later change, by path. */
  readonly changes: Map<string, number>;
};

/** Walks back from the newest exchange, recording what it passed. Returns targets oldest first. */
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
 * The rule that applies first as the history grows; on a tie, the first in the list. A longer history therefore never
 * changes a decision made on a shorter one.
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
 * Records the files that a call changes, and those of calls that only read. Paths are compared as written, because a
 * call does not say which folder a command runs in.
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
