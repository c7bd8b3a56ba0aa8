import type { Part } from "../conversation/part";
import type { Evidence, KnownEntity } from "./evidence";
import type { NeededSet } from "./future";
import { countLostRepeats } from "./repeats/count-repeats";
import type { RepeatKind } from "./repeats/repeat";
import { isShown, type Shown } from "./shown";
import { weightedShare } from "./weighted-share";
import { keptShare } from "./wording/needed-wording";

/** A fact needed later and no longer shown. */
export type LostFact = {
  readonly known: KnownEntity;
  /** Number of calls between the cut and its first use. */
  readonly call: number;
};

/**
 * Losses judged by the rest of the log. Shares are 1 if nothing was needed (`needed` is then 0, so they are no
 * evidence).
 */
export type Hindsight = {
  readonly needed: number;
  readonly neededSpans: number;
  /** Of the needed identifiers, the weighted share still shown. */
  readonly recall: number;
  readonly spanRecall: number;
  /**
   * Of the six-word runs, and of the rare words, that the agent wrote later: the share still shown; null if there are
   * none.
   */
  readonly verbatimRecall: number | null;
  readonly rareWordRecall: number | null;
  /** Like `recall`, but only for identifiers found in a single message. */
  readonly soleSourceRecall: number;
  readonly lostFacts: readonly LostFact[];
  /** By kind: content that occurred again after the cut and is no longer shown. */
  readonly lostRepeats: Readonly<Record<RepeatKind, number>>;
  /** Tokens of a small set of blocks that would show the lost facts. */
  readonly lostFactTokens: number;
  readonly lostFactsPerCall: number;
  /** Tokens of a small set of blocks that shows all needed facts. */
  readonly oracleTokens: number;
  /** oracleTokens ÷ tokens kept. Above 1 only if something needed is missing. */
  readonly oracleEfficiency: number;
  /** Of the kept tokens, the share that belongs to original parts without any needed fact. */
  readonly overKeep: number;
};

/** `tokensKept`: tokens of the compressed conversation's messages. */
export function measureHindsight(needed: NeededSet, evidence: Evidence, shown: Shown, tokensKept: number): Hindsight {
  const { entities, spans, wording, calls } = needed;
  const isKeptBlock = (block: number) => shown.keptParts.has(evidence.blocks[block]?.part as Part);
  const lostFacts = entities.filter(({ known }) => !isShown(known, shown));
  const lost = new Set(lostFacts.map(({ known }) => known));
  const isKept = ({ known }: { known: KnownEntity }) => !lost.has(known);
  const weightOf = ({ known }: { known: KnownEntity }) => known.weight;
  const tokensOf = (block: number) => evidence.blocks[block]?.tokens ?? 0;
  const oracleTokens = sumTokens(oracleBlocks(needed, evidence), tokensOf);
  return {
    needed: entities.length,
    neededSpans: spans.length,
    recall: weightedShare(entities, weightOf, isKept),
    spanRecall: weightedShare(
      spans,
      () => 1,
      ({ span }) => shown.spans.has(span),
    ),
    verbatimRecall: keptShare(wording.runs, isKeptBlock, shown.writtenWording.runs),
    rareWordRecall: keptShare(wording.rareWords, isKeptBlock, shown.writtenWording.words),
    soleSourceRecall: weightedShare(
      entities.filter(({ known }) => known.messages === 1),
      weightOf,
      isKept,
    ),
    lostFacts: lostFacts.map(({ known, call }) => ({ known, call })),
    lostRepeats: countLostRepeats(needed.repeats, evidence, shown),
    lostFactTokens: sumTokens(
      coverItems(
        lostFacts.map(({ known }) => known),
        tokensOf,
      ),
      tokensOf,
    ),
    lostFactsPerCall: calls === 0 ? 0 : lostFacts.length / calls,
    oracleTokens,
    oracleEfficiency: tokensKept === 0 ? 0 : oracleTokens / tokensKept,
    overKeep: tokensKept === 0 ? 0 : idleTokens(needed, evidence, shown) / tokensKept,
  };
}

function idleTokens({ entities, spans }: NeededSet, { blocks }: Evidence, { keptParts }: Shown): number {
  const useful = new Set([...entities.flatMap(({ known }) => known.blocks), ...spans.flatMap((span) => span.blocks)]);
  return blocks.reduce(
    (sum, { part, tokens }, block) => sum + (keptParts.has(part) && !useful.has(block) ? tokens : 0),
    0,
  );
}

/**
 * A small set of blocks that shows all needed facts. No strategy can know this set, but every strategy is compared with
 * it.
 */
export function oracleBlocks({ entities, spans }: NeededSet, { blocks }: Evidence): Set<number> {
  return coverItems([...entities.map(({ known }) => known), ...spans], (block) => blocks[block]?.tokens ?? 0);
}

const sumTokens = (blocks: Iterable<number>, tokensOf: (block: number) => number): number =>
  [...blocks].reduce((sum, block) => sum + tokensOf(block), 0);

/** An item that must be shown, with the indexes of the blocks that show it. */
type Coverable = { readonly blocks: readonly number[] };

/**
 * A small set of blocks that shows every item. It starts with the blocks that are the only source of an item, then
 * adds, again and again, the block that covers the most per token.
 */
export function coverItems(items: readonly Coverable[], tokensOf: (block: number) => number): Set<number> {
  const chosen = new Set(items.flatMap(({ blocks }) => (blocks.length === 1 ? blocks : [])));
  let open = items.filter((item) => !item.blocks.some((block) => chosen.has(block)));
  while (open.length > 0) {
    const best = bestBlock(open, tokensOf);
    chosen.add(best);
    open = open.filter((item) => !item.blocks.includes(best));
  }
  return withoutSpare(chosen, items, tokensOf);
}

/** Removes blocks that the others make redundant, largest first. */
function withoutSpare(
  chosen: Set<number>,
  items: readonly Coverable[],
  tokensOf: (block: number) => number,
): Set<number> {
  const held = new Map<number, Coverable[]>();
  const covers = new Map<Coverable, number>();
  for (const item of items)
    for (const block of new Set(item.blocks))
      if (chosen.has(block)) {
        covers.set(item, (covers.get(item) ?? 0) + 1);
        const own = held.get(block);
        if (own) own.push(item);
        else held.set(block, [item]);
      }
  for (const block of [...chosen].sort((a, b) => tokensOf(b) - tokensOf(a))) {
    const own = held.get(block) ?? [];
    if (own.some((item) => covers.get(item) === 1)) continue;
    chosen.delete(block);
    for (const item of own) covers.set(item, (covers.get(item) ?? 1) - 1);
  }
  return chosen;
}

function bestBlock(open: readonly Coverable[], tokensOf: (block: number) => number): number {
  const counts = new Map<number, number>();
  for (const { blocks } of open) for (const block of blocks) counts.set(block, (counts.get(block) ?? 0) + 1);
  const worth = ([block, count]: readonly [number, number]) => count / (1 + tokensOf(block));
  return [...counts].reduce((best, entry) => (worth(entry) > worth(best) ? entry : best))[0];
}
