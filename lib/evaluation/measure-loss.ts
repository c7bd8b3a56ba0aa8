import type { Edit } from "../conversation/edit";
import type { Conversation } from "../conversation/message";
import { measureArtifacts } from "./artifacts/artifact-trail";
import { scoreDimensions } from "./dimensions";
import { ENTITY_KINDS, type EntityKind } from "./entities/entity";
import { measureErrors } from "./error-retention";
import { type Evidence, type KnownEntity, knownFact, type Readers } from "./evidence";
import type { NeededSet } from "./future";
import { measureHindsight } from "./hindsight";
import type { Loss } from "./loss";
import { ownFigures } from "./metrics";
import { answerProbes, measureCompleteness } from "./probes";
import { measureRecoverability } from "./recoverability";
import { findShown, isShown, type Shown } from "./shown";
import { measureState } from "./state-retention";
import { measureStatements } from "./statements/statement-retention";
import { tokensPerTask } from "./tokens-per-task";
import { weightedShare } from "./weighted-share";

/** A request of a session at which strategies are measured. `needed` is null if nothing follows in the log. */
export type Cut = {
  readonly evidence: Evidence;
  readonly needed: NeededSet | null;
  readonly readers: Readers;
};

/** A compression's result, its edits, and which references can be fetched. */
export type Compressed = {
  readonly conversation: Conversation;
  readonly edits: readonly Edit[];
  readonly resolves?: (reference: string) => boolean;
};

const RECENT_SHARE = 0.2;

/** Every metric of one compression at one cut. Linear in the size of the result. */
export function measureLoss(cut: Cut, compressed: Compressed): Loss {
  const { evidence, needed, readers } = cut;
  const { conversation, edits, resolves = () => true } = compressed;
  const shown = findShown(evidence, conversation, readers);
  const retention = measureRetention(evidence, shown);
  const statements = measureStatements(evidence, shown);
  const state = measureState(evidence, shown);
  const errors = measureErrors(evidence, shown, readers);
  const [kept, before] = [tokensIn(conversation, readers), tokensIn(evidence.original, readers)];
  const hindsight = needed && measureHindsight(needed, evidence, shown, kept);
  const recoverability =
    hindsight && measureRecoverability({ lostFacts: hindsight.lostFacts, evidence, shown, edits, resolves });
  const artifacts = measureArtifacts(evidence, shown);
  const faithfulness = measureFaithfulness(evidence, shown, readers);
  const dimensions = scoreDimensions({
    retention: retention.total,
    faithfulness,
    isOpaque: hasUnreadable(shown),
    state: state?.total ?? null,
    plan: state?.plan ?? null,
    recent: recentRetention(evidence, shown),
    artifacts,
    completeness: measureCompleteness(evidence, shown, readers),
    hindsight,
    recoverability,
    instruction: statements.instruction,
    tokensBefore: before,
  });
  const { instruction, decision } = statements;
  const byKind = {
    ...retention.byKind,
    error: errors ?? retention.byKind.error,
    instruction,
    decision,
    state: state?.total ?? null,
  };
  const loss = {
    retention: retention.total,
    byKind,
    lost: retention.lost,
    held: retention.held,
    faithfulness,
    hindsight,
    recoverability,
    artifacts,
    statements,
    probes: () => answerProbes(evidence, shown, readers),
    dimensions,
    tokensPerTask: needed && {
      compressed: tokensPerTask(kept, needed.load, recoverability?.refetchTokens ?? 0, evidence),
      original: tokensPerTask(before, needed.load, 0, evidence),
    },
  };
  return { ...loss, metrics: ownFigures({ evidence, shown, loss }) };
}

/** True if the strategy wrote a summary that only its provider can read. The content is then unknown, not empty. */
const hasUnreadable = ({ written }: Shown): boolean =>
  written.some((part) => part.type === "opaque" || (part.type === "reasoning" && part.redactedData !== undefined));

const tokensIn = ({ messages }: Conversation, { tokensOf }: Readers): number =>
  messages.reduce((sum, { parts }) => sum + parts.reduce((inner, part) => inner + tokensOf(part), 0), 0);

/** Retention of the entities in the newest fifth of the messages. */
function recentRetention(evidence: Evidence, shown: Shown): number {
  const start = evidence.original.messages.length * (1 - RECENT_SHARE);
  const recent = [...evidence.entities.values()].filter(({ blocks }) =>
    blocks.some((block) => (evidence.blocks[block]?.position ?? 0) >= start),
  );
  return weightedShare(
    recent,
    ({ weight }) => weight,
    (known) => isShown(known, shown),
  );
}

/** Of the original's entities, the weighted shares still shown. An upper bound of what a model can recall. */
type EntityRetention = {
  readonly total: number;
  /** Null if the original contains none of this kind. */
  readonly byKind: Readonly<Record<EntityKind, number | null>>;
  /** Entities no longer shown. `held` counts the original's entities by kind. */
  readonly lost: readonly KnownEntity[];
  readonly held: Readonly<Record<EntityKind, number>>;
};

function measureRetention(evidence: Evidence, shown: Shown): EntityRetention {
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
 * Of the entities in the strategy's own texts, the share that the original also contains; 1 if there are none. In texts
 * that replace put-aside outputs, numbers are ignored, because they count tokens and lines.
 */
function measureFaithfulness(evidence: Evidence, shown: Shown, { entitiesOf }: Readers): number {
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
