import { createIdentifierReader, neededIdentifiers } from "@/lib/benchmark/identifiers";
import { measureNetCost } from "@/lib/benchmark/net-cost";
import type { Part } from "@/lib/conversation/part";
import { toFuture } from "@/lib/evaluation/future-step";
import { findShown, isShown } from "@/lib/evaluation/shown";
import { weightedShare } from "@/lib/evaluation/weighted-share";
import { keptShare } from "@/lib/evaluation/wording/needed-wording";
import { promptSpans } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { changeOf, type Place } from "../evaluation/measure-cuts";
import type { Contender } from "../evaluation/strategy-rows";

/** The figures of one strategy at one cut, as shares; null if the agent wrote nothing of that kind later. */
export type Figures = {
  readonly applied: boolean;
  readonly saved: number;
  readonly net: number;
  readonly recall: number;
  readonly runs: number | null;
  readonly rareWords: number | null;
  readonly identifiers: number | null;
};

/** One cut of one session, with the figures of one strategy. */
export type CorpusPoint = Figures & { readonly index: number; readonly prompt: number };

/** What is stored for one session and strategy. */
export type CorpusLine = {
  readonly id: string;
  readonly repository: string;
  readonly fold: number;
  readonly points: readonly CorpusPoint[];
};

/** Measures contenders at a cut of the session. */
export function createMeasure(session: Session, place: Place): (contender: Contender) => Figures {
  const { cut, readers, later, rates } = place;
  const { evidence, needed } = cut;
  if (!needed) throw new RangeError("nothing follows this cut");
  const identifiersOf = createIdentifierReader();
  const response = session.responses[place.index];
  const span = promptSpans(session)[place.index];
  const future = toFuture(session.messages.slice(span?.end), response?.agent ?? "main");
  const parts = evidence.blocks.map(({ part }) => part);
  const names = neededIdentifiers(parts, future, identifiersOf);
  const before = parts.reduce((sum, part) => sum + readers.tokensOf(part), 0);
  return (contender) => {
    const { conversation, applied } = contender.run(cut, place.environment);
    const shown = findShown(evidence, conversation, readers);
    const isKept = (block: number) => shown.keptParts.has(evidence.blocks[block]?.part as Part);
    const change = changeOf(contender, place, conversation);
    const left = new Set([...shown.keptParts, ...shown.written].flatMap((part) => [...identifiersOf(part)]));
    return {
      applied,
      saved: before === 0 ? 0 : change.removed / before,
      net: measureNetCost(change, later, rates).saved,
      recall: weightedShare(
        needed.entities,
        ({ known }) => known.weight,
        ({ known }) => isShown(known, shown),
      ),
      runs: keptShare(needed.wording.runs, isKept, shown.writtenWording.runs),
      rareWords: keptShare(needed.wording.rareWords, isKept, shown.writtenWording.words),
      identifiers: names.size === 0 ? null : [...names].filter((name) => left.has(name)).length / names.size,
    };
  };
}
