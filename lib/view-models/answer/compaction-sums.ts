import { addAmounts, known } from "../../answer/amount";
import type { Entity, EntityKind } from "../../evaluation/entities/entity";
import type { Readers } from "../../evaluation/evidence";
import type { Analysis } from "../../pipeline/analyze-session";
import { type CompactionPlace, compactionPlaces, countCompaction } from "../../replay/compaction-loss";
import { countingReaders } from "../../replay/counting-readers";
import type { CompactionSums } from "./compaction-words";
import { rereadCost } from "./reread-cost";

/** Needed content dropped by the compactions of all agents; null if there was none. */
export function sumCompactions(analysis: Analysis): CompactionSums | null {
  const { session, ledger } = analysis;
  const places = session.agents.flatMap(({ id }) => compactionPlaces(session, id));
  if (places.length === 0) return null;
  const between = places.filter((place) => place !== null);
  const readers = countingReaders(session, between, (part) => ledger.parts.get(part.id)?.tokens ?? 0);
  const measured = between.map((place) => measure(analysis, place, readers));
  const sum = (of: (entry: (typeof measured)[number]) => number) =>
    measured.reduce((total, entry) => total + of(entry), 0);
  return {
    count: places.length,
    between: between.length,
    unreadable: between.filter(({ isUnreadable }) => isUnreadable).length,
    measured: measured.filter(({ needed }) => needed > 0).length,
    needed: sum(({ needed }) => needed),
    kept: sum(({ needed, lost }) => needed - lost.length),
    dropped: droppedByKind(measured.flatMap(({ lost }) => lost)),
    gone: sum(({ gone }) => gone),
    files: new Set(measured.flatMap(({ files }) => files)).size,
    refetch_tokens: sum(({ tokens }) => tokens),
    refetch: measured.length === 0 ? known(0) : addAmounts(measured.map(({ refetch }) => refetch)),
  };
}

const EXAMPLES = 3;

/** The kinds of dropped facts, the most frequent first. */
function droppedByKind(lost: readonly Entity[]): CompactionSums["dropped"] {
  const texts = new Map<EntityKind, string[]>();
  for (const { kind, text } of lost) texts.set(kind, [...(texts.get(kind) ?? []), text]);
  return [...texts]
    .map(([kind, all]) => ({ kind, count: all.length, examples: [...new Set(all)].slice(0, EXAMPLES) }))
    .sort((one, other) => other.count - one.count);
}

function measure(analysis: Analysis, place: CompactionPlace, readers: Readers) {
  const { needed, lost, gone, rereads } = countCompaction(analysis.session, place, readers);
  const tokens = rereads.reduce((total, reread) => total + reread.tokens, 0);
  const agent = analysis.requests[place.after]?.agent;
  const own = analysis.requests.filter((request) => request.agent === agent);
  return {
    needed,
    lost,
    gone,
    files: rereads.map(({ path }) => path),
    tokens,
    refetch: addAmounts([known(0), ...rereads.map((reread) => rereadCost(own[reread.at + 1], reread.tokens))]),
  };
}
