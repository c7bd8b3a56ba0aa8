import type { CompareAnswer, ComparedStrategy } from "../api/schemas/compare";
import type { EvaluationAnswer } from "../api/schemas/evaluation";
import { METRICS } from "../evaluation/metrics";
import { figureOf, type Metric, metricLink } from "../evaluation/metrics/metric";
import { tokensPerTask } from "../evaluation/metrics/tokens-per-task";
import { rareWordRecall, verbatimRecall } from "../evaluation/metrics/wording";
import { asideTable, codeTable, editTable, firstEditTable, reasonTable } from "./evidence-edit-tables";
import { artifactTables, lostFactsTable, lostTables, statementTable } from "./evidence-loss-tables";
import type { CellEvidence, EvidenceBasis } from "./evidence-table";
import { netText, timeText, triggerText } from "./matrix-cells";
import { toMeasureAgreement } from "./measure-agreement";
import { figureText } from "./metric-cells";
import { formatShare, formatTokens, NOT_APPLICABLE_TEXT } from "./number-format";
import { messages } from "./wording";

type Maker = (result: ComparedStrategy, comparison: CompareAnswer) => CellEvidence;

const share = formatShare;
const counted = ({ original }: CompareAnswer) =>
  `${original.request === null ? "Before: counted." : "Before: reported by the provider."} After: that less what the edits save, counted with the ${original.tokenizer.id} tokenizer (${original.tokenizer.basis}).`;
const BY_FORM =
  "Facts are recognised by their form (paths, errors, names, numbers), not by a model; the log's own future says what was used.";
const PRICES = "Dated list prices of the model; the cache is taken as warm and its prefix as read on every request.";

const MAKERS: Readonly<Record<string, Maker>> = {
  tokens: (result, comparison) => ({
    basis: "estimated",
    source: counted(comparison),
    figures: [
      { label: "before", value: formatTokens(result.stats.tokens_before) },
      { label: "after", value: formatTokens(result.stats.tokens_after) },
      { label: "saved", value: share(result.stats.saved_fraction) },
      {
        label: "trigger",
        value: result.stats.trigger?.fired === false ? triggerText(result.stats.trigger) : "reached",
      },
    ],
    tables: [reasonTable(result), editTable(result)],
  }),
  prefix: (result, comparison) => ({
    basis: "estimated",
    source: `${counted(comparison)} The prefix ends at the first message that an edit touched.`,
    figures: cacheFigures(result),
    tables: [firstEditTable(result)],
  }),
  "break-even": (result) => moneyEvidence(result),
  net: (result) => moneyEvidence(result),
  "tokens-per-task": taskEvidence,
  validity: (result) => ({
    basis: "exact",
    source: "The structural rules of the wire format, checked on the result; and what the strategy said while it ran.",
    figures: [
      { label: "status", value: STATUS_TEXT[result.status] },
      { label: "trigger", value: result.stats.trigger === null ? NOT_APPLICABLE_TEXT : result.stats.trigger.rule },
    ],
    tables: [
      codeTable("Violations", result.evaluation?.validity.violations ?? [], "No rule is broken."),
      codeTable("Warnings", [...(result.failure ? [result.failure] : []), ...result.warnings], "No warnings."),
    ],
  }),
  survival: (result) => ({
    basis: "estimated",
    source: `${BY_FORM} Shares are weighted: what stands in few messages counts more.`,
    figures: result.evaluation ? survivalFigures(result.evaluation) : [],
    tables: result.evaluation ? [...lostTables(result.evaluation), statementTable(result.evaluation)] : [],
  }),
  recall: recallEvidence,
  regrets: recallEvidence,
  artifacts: (result) => ({
    basis: "estimated",
    source:
      "File operations, recognised by the calls of known tools and shell commands; a kept call, or a path with its verb in a summary, counts as one.",
    figures: result.evaluation ? artifactFigures(result.evaluation) : [],
    tables: result.evaluation ? artifactTables(result.evaluation) : [],
  }),
  dimensions: (result) => ({
    basis: "estimated",
    source: "A proxy from the measures of this page, 0 to 5; no judge was asked.",
    figures: Object.entries(result.evaluation?.dimensions ?? {}).flatMap(([label, value]) =>
      label === "basis" ? [] : [{ label, value: typeof value === "number" ? value.toFixed(1) : "not measurable" }],
    ),
    tables: [],
  }),
  messages: (result) => ({
    basis: "exact",
    source: "Counted in the result.",
    figures: [
      { label: "messages after", value: formatTokens(result.stats.messages_after) },
      { label: "parts kept", value: formatTokens(result.stats.parts.kept) },
      { label: "edited", value: formatTokens(result.stats.parts.replaced) },
      { label: "put aside", value: formatTokens(result.stats.parts.put_aside) },
      { label: "dropped", value: formatTokens(result.stats.parts.dropped) },
    ],
    tables: [reasonTable(result), editTable(result)],
  }),
  aside: (result) => ({
    basis: "exact",
    source: "References are hashes of their content; GET /api/refs/:id gives the original back.",
    figures: [{ label: "put aside", value: formatTokens(result.refs.length) }],
    tables: [asideTable(result)],
  }),
  time: ({ stats }) => ({
    basis: "exact",
    source: "Wall time on the server, once; tokens were counted before, once for all strategies.",
    figures: [
      { label: "time", value: stats.ms == null ? "not measured" : timeText(stats.ms) },
      { label: "tokens before", value: formatTokens(stats.tokens_before) },
    ],
    tables: [],
  }),
};

/** The evidence behind a cell, by the id of its row in `toMatrix`; null where a row has none. */
export function toCellEvidence(row: string, result: ComparedStrategy, comparison: CompareAnswer): CellEvidence | null {
  const metric = METRICS.find(({ id }) => id === row);
  return MAKERS[row]?.(result, comparison) ?? (metric ? metricEvidence(result, metric) : null);
}

/** What can be said of every metric: what it is, its figure, and where it is explained. */
function metricEvidence(result: ComparedStrategy, metric: Metric): CellEvidence {
  const value = figureOf(result, metric);
  const { label, explanation } = messages.metricText(metric);
  return {
    basis: "estimated",
    source: `${explanation} ${metricLink(metric)} has the formula.`,
    figures: [{ label, value: value === null ? "not measured" : figureText(value, metric) }],
    tables: [],
  };
}

const STATUS_TEXT: Readonly<Record<ComparedStrategy["status"], string>> = {
  applied: "applied",
  noop: "no change",
  unavailable: "not available",
  failed: "failed",
};

/** Basis of a row's figures, as its mark shows it. */
export const rowBasis = (row: string): EvidenceBasis => (EXACT.has(row) ? "exact" : "estimated");
const EXACT: ReadonlySet<string> = new Set(["validity", "messages", "aside", "time"]);

const cacheFigures = ({ cache }: ComparedStrategy) => [
  { label: "prefix kept", value: formatTokens(cache.prefix_tokens_kept) },
  { label: "written again, once", value: formatTokens(cache.suffix_tokens_rewritten) },
];

function moneyEvidence(result: ComparedStrategy): CellEvidence {
  const { cache, stats, evaluation } = result;
  return {
    basis: "estimated",
    source: `${PRICES} Break-even = (write − read price) × written again ÷ (read price × saved); net = writing again − requests × read price × saved.`,
    figures: [
      ...cacheFigures(result),
      { label: "saved per request", value: formatTokens(stats.tokens_before - stats.tokens_after) },
      {
        label: "break-even, requests",
        value: cache.break_even_requests === null ? "never" : cache.break_even_requests.toFixed(1),
      },
      { label: "net after 10 requests", value: netText(cache.net_cost_after_10_requests) },
      { label: "tokens fetched again (modelled)", value: formatTokens(evaluation?.economics.refetch_tokens ?? null) },
    ],
    tables: [],
  };
}

function taskEvidence({ evaluation }: ComparedStrategy): CellEvidence {
  const economics = evaluation?.economics;
  return {
    basis: "estimated",
    source: `${tokensPerTask.explanation} Tools and system prompt are left out, as no strategy changes them. ${metricLink(tokensPerTask)} has the formula.`,
    figures: [
      { label: "with the original", value: formatTokens(economics?.tokens_per_task_original ?? null) },
      { label: "with the smaller prompt", value: formatTokens(economics?.tokens_per_task ?? null) },
      { label: "of these fetched again (modelled)", value: formatTokens(economics?.refetch_tokens ?? null) },
    ],
    tables: [],
  };
}

const survivalFigures = ({ retention, faithfulness }: EvaluationAnswer) => [
  { label: "all facts", value: share(retention.total) },
  ...Object.entries(retention.by_kind).flatMap(([kind, value]) =>
    value === null ? [] : [{ label: kind, value: share(value) }],
  ),
  { label: "faithful", value: share(faithfulness) },
];

function recallEvidence(result: ComparedStrategy, comparison: CompareAnswer): CellEvidence {
  const { evaluation } = result;
  const hindsight = evaluation?.hindsight ?? null;
  const agreement = toMeasureAgreement(comparison);
  return {
    basis: "estimated",
    source: agreement === null ? BY_FORM : `${BY_FORM} ${agreement.sentence}`,
    figures: hindsight
      ? [
          { label: "facts used later", value: formatTokens(hindsight.needed) },
          { label: "recall", value: share(hindsight.recall) },
          { label: "only one message held it", value: share(hindsight.sole_source_recall) },
          {
            label: `${formatTokens(hindsight.needed_spans)} long lines copied later`,
            value: hindsight.needed_spans === 0 ? NOT_APPLICABLE_TEXT : share(hindsight.span_recall),
          },
          ...[verbatimRecall, rareWordRecall].flatMap((metric) => {
            const value = figureOf(result, metric);
            return value === null ? [] : [{ label: metric.unit, value: share(value) }];
          }),
          { label: "can be fetched again", value: share(evaluation?.recoverability?.share ?? null) },
        ]
      : [],
    tables: hindsight ? [lostFactsTable(hindsight)] : [],
  };
}

const artifactFigures = ({ artifact_trail: trail }: EvaluationAnswer) => [
  { label: "file operations", value: formatTokens(trail.operations) },
  { label: "precision", value: trail.precision.toFixed(2) },
  { label: "recall", value: trail.recall.toFixed(2) },
  { label: "F1", value: trail.f1.toFixed(2) },
];
