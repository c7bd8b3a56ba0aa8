import type { Dimensions } from "../../evaluation/dimensions";
import { ENTITY_KINDS } from "../../evaluation/entities/entity";
import type { Evaluation } from "../../evaluation/evaluate";
import type { Evidence, KnownEntity } from "../../evaluation/evidence";
import type { Hindsight, LostFact } from "../../evaluation/hindsight";
import type { Loss } from "../../evaluation/loss";
import { isUnmarked } from "../../evaluation/metrics/metric";
import type { AnsweredProbe } from "../../evaluation/probes";
import type { EvaluationAnswer, EvaluationSource, RegretAnswer } from "../schemas/evaluation";

/** Maximum number of listed lost facts per answer. Facts needed earliest are listed first. */
const MAX_LOST_FACTS = 200;
/** Maximum number of listed lost facts per kind, rarest first, and of listed lost file operations. */
const MAX_LOST = 40;
const MAX_MISSED = 200;

/**
 * `evaluation` of an answer. Shares are 0 to 1; null if not measurable. A result that failed, or that the provider
 * would refuse, has no scores. Without this rule, doing nothing would score best.
 */
export function evaluationAnswer(evaluation: Evaluation, evidence: Evidence): EvaluationAnswer {
  const answer = measuredAnswer(evaluation, evidence);
  return isUnmarked(answer) ? withoutMarks(answer) : answer;
}

/** Keeps facts about the original and the result's validity, and drops every score. */
function withoutMarks(answer: EvaluationAnswer): EvaluationAnswer {
  const { retention, hindsight, artifact_trail: trail, economics, metrics } = answer;
  return {
    ...answer,
    retention: { total: null, by_kind: allNull(retention.by_kind) },
    faithfulness: null,
    hindsight: hindsight && { ...hindsight, ...NO_HINDSIGHT },
    artifact_trail: { ...NO_TRAIL, operations: trail.operations },
    recoverability: null,
    lost_statements: [],
    lost_facts: [],
    probes: [],
    economics: { ...economics, refetch_tokens: null, tokens_per_task: null },
    metrics: allNull(metrics),
  };
}

const allNull = <K extends string>(record: Readonly<Record<K, unknown>>) =>
  Object.fromEntries(Object.keys(record).map((key) => [key, null])) as Record<K, null>;

const NO_HINDSIGHT = {
  ...{ recall: null, span_recall: null, sole_source_recall: null, oracle_efficiency: null, over_keep: null },
  ...{ regret: [], regret_total: null, kept: null, fetchable: null, gone: null },
  ...{ regret_tokens: null, regret_per_call: null },
};
const NO_TRAIL = {
  ...{ precision: null, recall: null, f1: null, path_f1: null, operation_accuracy: null, change_detail: null },
  ...{ missed_total: null, missed: [], untrue: [] },
};

function measuredAnswer({ validity, economics, loss }: Evaluation, evidence: Evidence): EvaluationAnswer {
  return {
    validity,
    retention: { total: loss.retention, by_kind: loss.byKind },
    faithfulness: loss.faithfulness,
    hindsight: loss.hindsight && hindsightAnswer(loss.hindsight, loss, evidence),
    artifact_trail: {
      precision: loss.artifacts.precision,
      recall: loss.artifacts.recall,
      f1: loss.artifacts.f1,
      path_f1: loss.artifacts.pathF1,
      operation_accuracy: loss.artifacts.operationAccuracy,
      change_detail: loss.artifacts.changeDetail,
      operations: loss.artifacts.pairs,
      missed_total: loss.artifacts.missed.length,
      missed: loss.artifacts.missed.slice(0, MAX_MISSED).map(({ path, operation, basis, block }) => ({
        path,
        operation,
        basis,
        source: sourceOf(block, evidence),
      })),
      untrue: loss.artifacts.untrue.slice(0, MAX_MISSED),
    },
    recoverability: loss.recoverability && {
      share: loss.recoverability.share,
      broken_refs: loss.recoverability.brokenRefs,
    },
    lost_statements: loss.statements.lost.slice(0, MAX_LOST_FACTS).map(({ kind, text, block }) => ({
      kind,
      text,
      source: sourceOf(block, evidence),
    })),
    lost_facts: lostFacts(loss, evidence),
    probes: loss.probes().map((probe) => probeAnswer(probe, evidence)),
    economics,
    /** More figures, by key (docs/metrics.md). */
    metrics: loss.metrics,
    dimensions: scoresOf(loss.dimensions),
    not_measurable: loss.dimensions.notMeasurable,
  };
}

const MAX_ANSWER_CHARACTERS = 400;

const probeAnswer = ({ family, question, gold, block, before, after }: AnsweredProbe, evidence: Evidence) => ({
  family,
  question,
  known_answer: gold.slice(0, MAX_ANSWER_CHARACTERS),
  before,
  after,
  source: sourceOf(block, evidence),
});

/** `accuracy` is the earlier name of `facts`. */
const scoresOf = ({ notMeasurable: _, ...scores }: Dimensions) => ({ ...scores, accuracy: scores.facts });

/** By kind: the number of facts in the original, the number lost, and the rarest of those. */
const lostFacts = ({ lost, held }: Loss, evidence: Evidence) =>
  ENTITY_KINDS.flatMap((kind) => {
    const gone = lost.filter(({ entity }) => entity.kind === kind);
    if (held[kind] === 0) return [];
    const rarest = [...gone].sort((a, b) => b.weight - a.weight).slice(0, MAX_LOST);
    return [{ kind, of: held[kind], lost: gone.length, facts: rarest.map((known) => lostFact(known, evidence)) }];
  });

const lostFact = ({ entity, blocks, messages }: KnownEntity, evidence: Evidence) => ({
  value: entity.text,
  messages,
  source: sourceOf(blocks.at(-1) ?? 0, evidence),
});

const hindsightAnswer = (hindsight: Hindsight, loss: Loss, evidence: Evidence) => ({
  needed: hindsight.needed,
  needed_spans: hindsight.neededSpans,
  recall: hindsight.recall,
  span_recall: hindsight.spanRecall,
  sole_source_recall: hindsight.soleSourceRecall,
  regret: hindsight.lostFacts.slice(0, MAX_LOST_FACTS).map((lost) => lostFactAnswer(lost, loss, evidence)),
  regret_total: hindsight.lostFacts.length,
  ...threeFigures(hindsight, loss),
  regret_tokens: hindsight.lostFactTokens,
  regret_per_call: hindsight.lostFactsPerCall,
  oracle_tokens: hindsight.oracleTokens,
  /** The tokens that could be removed without losing anything needed. */
  oracle_saved_tokens: evidence.blocks.reduce((sum, { tokens }) => sum + tokens, 0) - hindsight.oracleTokens,
  oracle_efficiency: hindsight.oracleEfficiency,
  over_keep: hindsight.overKeep,
});

/** Counts of the needed facts: still present, gone but retrievable, gone. */
function threeFigures({ needed, lostFacts }: Hindsight, { recoverability }: Loss) {
  const fetchable = recoverability?.recoverable.size ?? 0;
  return { kept: needed - lostFacts.length, fetchable, gone: lostFacts.length - fetchable };
}

function lostFactAnswer({ known, call }: LostFact, { recoverability }: Loss, evidence: Evidence): RegretAnswer {
  const newest = known.blocks.at(-1) ?? 0;
  return {
    kind: known.entity.kind,
    value: known.entity.text,
    source: sourceOf(newest, evidence),
    first_use: { calls_later: call },
    tokens: evidence.blocks[newest]?.tokens ?? 0,
    recoverable: recoverability?.recoverable.has(known) ?? false,
  };
}

const sourceOf = (block: number, { blocks }: Evidence): EvaluationSource => ({
  message: blocks[block]?.position ?? 0,
  part_id: blocks[block]?.part.id ?? null,
});
