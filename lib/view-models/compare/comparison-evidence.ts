import type { CompareAnswer, ComparedStrategy } from "../../api/schemas/compare";
import type { EvaluationAnswer } from "../../api/schemas/evaluation";
import { METRICS } from "../../evaluation/metrics";
import { figureOf, isUnmarked, type Metric, metricLink } from "../../evaluation/metrics/metric";
import { tokensPerTask } from "../../evaluation/metrics/tokens-per-task";
import { rareWordRecall, verbatimRecall } from "../../evaluation/metrics/wording";
import { joinSentences } from "../../wording/join-sentences";
import { formatMoneyChange, formatShare, formatTokens, NOT_APPLICABLE_TEXT } from "../../wording/number-format";
import { english, type Say, type Sentence, sentence } from "../../wording/say";
import { type CostWish, costCell, costRowLabel, paidCell } from "./comparison-costs";
import { asideTable, codeTable, editTable, firstEditTable, reasonTable } from "./evidence-edit-tables";
import { artifactTables, lostFactsTable, lostTables, statementTable } from "./evidence-loss-tables";
import type { CellEvidence, EvidenceBasis } from "./evidence-table";
import { neededOf, timeText, triggerText } from "./matrix-cells";
import { toMeasureAgreement } from "./measure-agreement";
import { figureText } from "./metric-cells";
import { metricText } from "./metric-text";

type Maker = (result: ComparedStrategy, comparison: CompareAnswer, say: Say) => CellEvidence;

const share = formatShare;
const counted = ({ original }: CompareAnswer, say: Say) =>
  joinSentences(
    [
      original.request === null ? say("Before: counted.") : say("Before: reported by the provider."),
      say("After: the tokens before, less what the edits save, counted with the {tokenizer} tokenizer ({basis}).", {
        tokenizer: original.tokenizer.id,
        basis: say(original.tokenizer.basis),
      }),
    ],
    say,
  );
const BY_FORM = sentence(
  "Facts are recognised by their form (paths, errors, names, numbers), not by a model; the rest of the log shows which were used.",
);
const PRICES = sentence(
  "List prices of the model at the time. The cache is assumed to be warm, and its prefix to be read on every request.",
);

const MAKERS: Readonly<Record<string, Maker>> = {
  tokens: (result, comparison, say) => ({
    basis: "estimated",
    source: counted(comparison, say),
    figures: [
      { label: say("before"), value: formatTokens(result.stats.tokens_before) },
      { label: say("after"), value: formatTokens(result.stats.tokens_after) },
      { label: say("saved"), value: share(result.stats.saved_fraction) },
      {
        label: say("trigger"),
        value: result.stats.trigger?.fired === false ? triggerText(result.stats.trigger, say) : say("reached"),
      },
    ],
    tables: [reasonTable(result, say), editTable(result, say)],
  }),
  prefix: (result, comparison, say) => ({
    basis: "estimated",
    source: `${counted(comparison, say)} ${say("The prefix ends at the first message that an edit changed.")}`,
    figures: cacheFigures(result, say),
    tables: [firstEditTable(result, say)],
  }),
  "break-even": (result, _, say) => moneyEvidence(result, say),
  net: (result, _, say) => moneyEvidence(result, say),
  "net-paid": (result, _, say) => moneyEvidence(result, say),
  "tokens-per-task": (result, _, say) => taskEvidence(result, say),
  validity: (result, _, say) => ({
    basis: "exact",
    source: say(
      "The result is checked against the structural rules of the wire format. Warnings come from the strategy itself.",
    ),
    figures: [
      { label: say("status"), value: say(STATUS_TEXT[result.status]) },
      {
        label: say("trigger"),
        value: result.stats.trigger === null ? NOT_APPLICABLE_TEXT : say.known(result.stats.trigger.rule),
      },
    ],
    tables: [
      codeTable(sentence("Violations"), result.evaluation?.validity.violations ?? [], sentence("No rule is broken.")),
      codeTable(
        sentence("Warnings"),
        [...(result.failure ? [result.failure] : []), ...result.warnings],
        sentence("No warnings."),
      ),
    ],
  }),
  survival: (result, _, say) => ({
    basis: "estimated",
    source: `${say(BY_FORM)} ${say("Shares are weighted: a fact found in few messages counts more.")}`,
    ...ofMarked(result, (evaluation) => ({
      figures: survivalFigures(evaluation, say),
      tables: [...lostTables(evaluation, say), statementTable(evaluation)],
    })),
  }),
  recall: recallEvidence,
  regrets: recallEvidence,
  artifacts: (result, _, say) => ({
    basis: "estimated",
    source: say(
      "File operations are recognised by calls to known tools and by shell commands. In the result, a call that is kept counts as an operation, and so does a path with its verb in a summary.",
    ),
    ...ofMarked(result, (evaluation) => ({
      figures: artifactFigures(evaluation, say),
      tables: artifactTables(evaluation),
    })),
  }),
  dimensions: (result, _, say) => ({
    basis: "estimated",
    source: say("A proxy score from 0 to 5, computed from the measures on this page; no judge was asked."),
    figures: Object.entries(result.evaluation?.dimensions ?? {}).flatMap(([label, value]) =>
      label === "basis" || label === "accuracy"
        ? []
        : [{ label: say.known(label), value: typeof value === "number" ? value.toFixed(1) : say("not measurable") }],
    ),
    tables: [],
  }),
  messages: (result, _, say) => ({
    basis: "exact",
    source: say("Counted in the result."),
    figures: [
      { label: say("messages after"), value: formatTokens(result.stats.messages_after) },
      { label: say("parts kept"), value: formatTokens(result.stats.parts.kept) },
      { label: say("edited"), value: formatTokens(result.stats.parts.replaced) },
      { label: say("put aside"), value: formatTokens(result.stats.parts.put_aside) },
      { label: say("dropped"), value: formatTokens(result.stats.parts.dropped) },
    ],
    tables: [reasonTable(result, say), editTable(result, say)],
  }),
  aside: (result, _, say) => ({
    basis: "exact",
    source: say("A reference is a hash of the content; GET /api/refs/:id returns the original."),
    figures: [{ label: say("put aside"), value: formatTokens(result.refs.length) }],
    tables: [asideTable(result)],
  }),
  time: ({ stats }, _, say) => ({
    basis: "exact",
    source: say("Wall time of one run on the server, without the token count, which all strategies share."),
    figures: [
      { label: say("time"), value: stats.ms == null ? say("not measured") : timeText(stats.ms) },
      { label: say("tokens before"), value: formatTokens(stats.tokens_before) },
    ],
    tables: [],
  }),
};

/** Rows for which the page shows the cost over future requests. */
const COSTS: ReadonlySet<string> = new Set(["break-even", "net", "net-paid"]);

/** The evidence behind a cell, by its row id in `toMatrix`; null if a row has none. */
export function toCellEvidence(
  row: string,
  result: ComparedStrategy,
  comparison: CompareAnswer,
  say: Say = english,
  wish: CostWish | null = null,
): CellEvidence | null {
  const metric = METRICS.find(({ id }) => id === row);
  const found = MAKERS[row]?.(result, comparison, say) ?? (metric ? metricEvidence(result, metric, say) : null);
  return found && wish && COSTS.has(row)
    ? { ...found, figures: [...costFigures(result, wish, say), ...found.figures] }
    : found;
}

const costFigures = (result: ComparedStrategy, wish: CostWish, say: Say) => [
  { label: costRowLabel(wish, say), value: say.known(costCell(result, wish, say).value) },
  { label: say("Cost including re-fetching lost facts"), value: say.known(paidCell(result, wish, say).value) },
];

/** Common to all metrics: explanation, figure, and link to the documentation. */
function metricEvidence(result: ComparedStrategy, metric: Metric, say: Say): CellEvidence {
  const value = figureOf(result, metric);
  const { label, explanation } = metricText(metric);
  return {
    basis: "estimated",
    source: `${say(explanation)} ${say("{link} has the formula.", { link: metricLink(metric) })}`,
    figures: [{ label: say(label), value: value === null ? say("not measured") : figureText(value, metric) }],
    tables: [],
  };
}

const STATUS_TEXT: Readonly<Record<ComparedStrategy["status"], Sentence>> = {
  applied: sentence("applied"),
  noop: sentence("no change"),
  unavailable: sentence("not available"),
  failed: sentence("failed"),
};

/** Basis of a row's figures, as shown by its mark. */
export const rowBasis = (row: string): EvidenceBasis => (EXACT.has(row) ? "exact" : "estimated");
const EXACT: ReadonlySet<string> = new Set(["validity", "messages", "aside", "time"]);

const cacheFigures = ({ cache }: ComparedStrategy, say: Say) => [
  { label: say("prefix kept"), value: formatTokens(cache.prefix_tokens_kept) },
  { label: say("written again, once"), value: formatTokens(cache.suffix_tokens_rewritten) },
];

function moneyEvidence(result: ComparedStrategy, say: Say): CellEvidence {
  const { cache, stats, evaluation } = result;
  return {
    basis: "estimated",
    source: `${say(PRICES)} ${say("Break-even = (write − read price) × written again ÷ (read price × saved); net = writing again − requests × read price × saved.")}`,
    figures: [
      ...cacheFigures(result, say),
      { label: say("saved per request"), value: formatTokens(stats.tokens_before - stats.tokens_after) },
      {
        label: say("break-even, requests"),
        value: cache.break_even_requests === null ? say("never") : cache.break_even_requests.toFixed(1),
      },
      {
        label: say("net after 10 requests"),
        value: formatMoneyChange(cache.net_cost_after_10_requests?.amount ?? null, say),
      },
      {
        label: say("tokens fetched again (modelled)"),
        value: formatTokens(evaluation?.economics.refetch_tokens ?? null),
      },
    ],
    tables: [],
  };
}

function taskEvidence({ evaluation }: ComparedStrategy, say: Say): CellEvidence {
  const economics = evaluation?.economics;
  return {
    basis: "estimated",
    source: joinSentences(
      [
        say.known(tokensPerTask.explanation),
        say("Tools and the system prompt are left out, because no strategy changes them."),
        say("{link} has the formula.", { link: metricLink(tokensPerTask) }),
      ],
      say,
    ),
    figures: [
      { label: say("with the original"), value: formatTokens(economics?.tokens_per_task_original ?? null) },
      { label: say("with the smaller prompt"), value: formatTokens(economics?.tokens_per_task ?? null) },
      { label: say("of these fetched again (modelled)"), value: formatTokens(economics?.refetch_tokens ?? null) },
    ],
    tables: [],
  };
}

const survivalFigures = ({ retention, faithfulness }: EvaluationAnswer, say: Say) => [
  { label: say("all facts"), value: share(retention.total) },
  ...Object.entries(retention.by_kind).flatMap(([kind, value]) =>
    value === null ? [] : [{ label: say.known(kind), value: share(value) }],
  ),
  { label: say("faithful"), value: share(faithfulness) },
];

/** Figures and tables of a scored result; otherwise none. */
function ofMarked(
  { evaluation }: ComparedStrategy,
  read: (evaluation: EvaluationAnswer) => Pick<CellEvidence, "figures" | "tables">,
): Pick<CellEvidence, "figures" | "tables"> {
  return evaluation && !isUnmarked(evaluation) ? read(evaluation) : { figures: [], tables: [] };
}

function recallEvidence(result: ComparedStrategy, comparison: CompareAnswer, say: Say): CellEvidence {
  const { evaluation } = result;
  const hindsight = evaluation && !isUnmarked(evaluation) ? evaluation.hindsight : null;
  const needed = neededOf(evaluation);
  const agreement = toMeasureAgreement(comparison, say);
  return {
    basis: "estimated",
    source: agreement === null ? say(BY_FORM) : `${say(BY_FORM)} ${agreement.sentence}`,
    figures: hindsight
      ? [
          { label: say("facts needed later"), value: formatTokens(hindsight.needed) },
          { label: say("recall"), value: share(hindsight.recall) },
          { label: say("recall of what was in only one message"), value: share(hindsight.sole_source_recall) },
          {
            label: say("recall of the {count} long lines copied later", {
              count: formatTokens(hindsight.needed_spans),
            }),
            value: hindsight.needed_spans === 0 ? NOT_APPLICABLE_TEXT : share(hindsight.span_recall),
          },
          ...[verbatimRecall, rareWordRecall].flatMap((metric) => {
            const value = figureOf(result, metric);
            return value === null ? [] : [{ label: say.known(metric.unit), value: share(value) }];
          }),
          { label: say("can be fetched again"), value: share(evaluation?.recoverability?.share ?? null) },
        ]
      : [],
    tables: needed ? [lostFactsTable(needed)] : [],
  };
}

const decimals = (share: number | null): string => (share === null ? NOT_APPLICABLE_TEXT : share.toFixed(2));

const artifactFigures = ({ artifact_trail: trail }: EvaluationAnswer, say: Say) => [
  { label: say("file operations"), value: formatTokens(trail.operations) },
  { label: say("precision"), value: decimals(trail.precision) },
  { label: say("recall"), value: decimals(trail.recall) },
  { label: "F1", value: decimals(trail.f1) },
];
