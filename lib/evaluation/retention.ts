import { ENTITY_KINDS, type EntityKind } from "./entities/entity";
import { type Evidence, type KnownEntity, knownFact, type Readers } from "./evidence";
import { isShown, type Shown } from "./shown";
import { weightedShare } from "./weighted-share";

/** Weighted shares of the original's entities that are still shown. An upper bound of what a model can recall. */
export type EntityRetention = {
  readonly total: number;
  /** null if the original holds none of this kind. */
  readonly byKind: Readonly<Record<EntityKind, number | null>>;
  /** Entities that are no longer shown; `held` is how many of each kind the original has. */
  readonly lost: readonly KnownEntity[];
  readonly held: Readonly<Record<EntityKind, number>>;
};

export function measureRetention(evidence: Evidence, shown: Shown): EntityRetention {
  const all = [...evidence.entities.values()].map((known) => ({ known, isKept: isShown(known, shown) }));
  const shareOf = (items: typeof all) =>
    weightedShare(
      items,
      ({ known }) => known.weight,
      ({ isKept }) => isKept,
    );
  const byKind = ENTITY_KINDS.map((kind) => {
    const ofKind = all.filter(({ known }) => known.entity.kind === kind);
    return [kind, ofKind.length === 0 ? null : shareOf(ofKind)] as const;
  });
  const held = ENTITY_KINDS.map(
    (kind) => [kind, all.filter(({ known }) => known.entity.kind === kind).length] as const,
  );
  return {
    total: shareOf(all),
    byKind: Object.fromEntries(byKind) as Record<EntityKind, number | null>,
    lost: all.flatMap(({ known, isKept }) => (isKept ? [] : [known])),
    held: Object.fromEntries(held) as Record<EntityKind, number>,
  };
}

/**
 * Share of the entities in the strategy's own texts that the original holds too; 1 without any. Numbers in the texts that
 * replace put-aside outputs are left out, because they count tokens and lines.
 */
export function measureFaithfulness(evidence: Evidence, shown: Shown, { entitiesOf }: Readers): number {
  const named = new Map(
    shown.written.flatMap((part) =>
      [...entitiesOf(part)].filter(([, { kind }]) => part.type === "text" || kind !== "number"),
    ),
  );
  const names = [...named.values()].filter(({ text }) => !/^out_[0-9a-f]+$/.test(text));
  return weightedShare(
    names,
    () => 1,
    ({ key }) => knownFact(evidence, key) !== undefined,
  );
}
