import type { Conversation, Message } from "../conversation/message";
import type { Part } from "../conversation/part";
import { toFuture } from "../evaluation/future-step";
import { findShown, isShown } from "../evaluation/shown";
import { weightedShare } from "../evaluation/weighted-share";
import { keptShare } from "../evaluation/wording/needed-wording";
import type { RunResult } from "../replay/fire-recipe";
import { commonPrefixTokens } from "../strategies/grammar/cache-effect";
import type { Mode } from "../strategies/grammar/strategy";
import { isSummary } from "../strategies/summaries/summary-message";
import { promptSpans } from "../transcript/context-at";
import { createIdentifierReader, neededIdentifiers } from "./identifiers";
import { measureNetCost, type PromptCut } from "./net-cost";
import type { Place, PreparedSession } from "./prepare-session";

/** Effects of a strategy at one cut, as shares; null if the agent wrote nothing of that kind later. */
export type CutFigures = {
  /** Of the messages' tokens, the share that is removed. */
  readonly saved: number;
  /** Tokens of the parts that were changed or dropped, and how many of them were saved. */
  readonly touched: number;
  readonly removed: number;
  /**
   * Of the money spent between this request and the client's next compaction, the share saved, cache included; negative
   * if more is spent.
   */
  readonly net: number;
  /**
   * Of the facts that the agent wrote later without having been shown them in between, the weighted share whose content
   * is still there.
   */
  readonly needed: number;
  readonly identifiers: number | null;
  readonly runs: number | null;
  readonly rareWords: number | null;
};

/** Measures results at one place. Everything that does not depend on the result is computed once. */
export function createCutMeasure({ session, prepared: { readers } }: PreparedSession, place: Place) {
  const { cut, later, rates, environment } = place;
  const { evidence, needed } = cut;
  if (!needed) throw new RangeError("nothing follows this cut");
  const identifiersOf = createIdentifierReader();
  const future = toFuture(session.messages.slice(promptSpans(session)[place.index]?.end), "main");
  const parts = evidence.blocks.map(({ part }) => part);
  const names = neededIdentifiers(parts, future, identifiersOf);
  const tokensOf = (all: readonly Part[]) => all.reduce((sum, part) => sum + readers.tokensOf(part), 0);
  const tokensIn = (messages: readonly Message[]) =>
    messages.reduce((sum, message) => sum + tokensOf(message.parts), 0);
  const before = tokensOf(parts);
  const { original } = evidence;

  return ({ conversation }: Pick<RunResult, "conversation">, mode: Mode): CutFigures => {
    const shown = findShown(evidence, conversation, readers);
    const isKept = (block: number) => shown.keptParts.has(evidence.blocks[block]?.part as Part);
    const left = new Set([...shown.keptParts, ...shown.written].flatMap((part) => [...identifiersOf(part)]));
    const removed = before - tokensIn(conversation.messages);
    const change: PromptCut = {
      removed,
      prefixKept: prefixKept(conversation, removed, mode),
      summary: tokensIn(newSummaries(conversation, original)),
      fetched: 0,
    };
    return {
      saved: before === 0 ? 0 : removed / before,
      touched: tokensOf(parts.filter((part) => !shown.keptParts.has(part))),
      removed,
      net: measureNetCost(change, later, rates).saved,
      needed: weightedShare(
        needed.entities,
        ({ known }) => known.weight,
        ({ known }) => isShown(known, shown),
      ),
      runs: keptShare(needed.wording.runs, isKept, shown.writtenWording.runs),
      rareWords: keptShare(needed.wording.rareWords, isKept, shown.writtenWording.words),
      identifiers: names.size === 0 ? null : [...names].filter((name) => left.has(name)).length / names.size,
    };
  };

  /**
   * Tokens that the first request after the cut can read. A strategy that decides as messages arrive has sent the same
   * start before, so it reads what the log read, minus what was removed.
   */
  function prefixKept(conversation: Conversation, removed: number, mode: Mode): number {
    const [first] = later;
    if (conversation === original) return first?.prompt ?? 0;
    if (mode === "as-messages-arrive") return Math.max(0, (first?.read ?? 0) - removed);
    return commonPrefixTokens(original, conversation, environment);
  }
}

/** Summaries that a model would have written: those missing from the original. */
function newSummaries({ messages }: Conversation, original: Conversation): Message[] {
  const known = new Set(original.messages);
  return messages.filter((message) => !known.has(message) && isSummary(message));
}
