import type { CompareAnswer, ComparedStrategy } from "../../api/schemas/compare";
import { METRICS } from "../../evaluation/metrics";
import { figureOf } from "../../evaluation/metrics/metric";
import { formatShare, formatTokens } from "../../wording/number-format";
import { toCellEvidence } from "./comparison-evidence";
import type { MatrixRow } from "./comparison-matrix";
import { toMatrix } from "./comparison-matrix";
import type { EvidenceTable } from "./evidence-table";
import { SURVIVAL_KINDS } from "./matrix-cells";
import { toMeasureAgreement } from "./measure-agreement";
import { summarySentence } from "./summary-calls";

/** A report's input besides the answer. `recipes`: in result order, as sent. */
export type ReportInput = {
  readonly title: string;
  readonly sessionId: string;
  /** Link that opens the same comparison again. */
  readonly link: string;
  readonly data: CompareAnswer;
  readonly names: readonly string[];
  readonly recipes: readonly unknown[];
  readonly force: boolean;
};

type Value = string | number | boolean | null;

/** One line per strategy, raw numbers; shares are 0 to 1, money in USD, empty = not measured. */
export function reportRecords({ data, names, recipes }: ReportInput): { columns: string[]; records: Value[][] } {
  const lines = data.results.map((result, at) => numbersOf(result, names[at] ?? "", recipes[at]));
  const columns = Object.keys(lines[0] ?? {});
  return { columns, records: lines.map((line) => columns.map((column) => line[column] ?? null)) };
}

function numbersOf(result: ComparedStrategy, name: string, recipe: unknown): Record<string, Value> {
  const { stats, evaluation, status, failure, refs } = result;
  return {
    strategy: name,
    recipe: JSON.stringify(recipe ?? null),
    status: failure ? failure.code : status,
    tokens_before: stats.tokens_before,
    valid: evaluation?.validity.valid ?? null,
    violations: evaluation?.validity.violations.map(({ code }) => code).join(" ") ?? null,
    needed_facts: evaluation?.hindsight?.needed ?? null,
    ...Object.fromEntries(METRICS.map((metric) => [metric.key, figureOf(result, metric)])),
    ...Object.fromEntries(
      SURVIVAL_KINDS.map((kind) => [`retention_${kind}`, evaluation?.retention.by_kind[kind] ?? null]),
    ),
    messages_after: stats.messages_after,
    parts_edited: stats.parts.replaced,
    parts_put_aside: stats.parts.put_aside,
    parts_dropped: stats.parts.dropped,
    references: refs.length,
    ms: stats.ms ?? null,
  };
}

/** All measurements without the transcript: recipes, figures, evaluations with their lists. */
export function reportJson({ title, sessionId, link, data, names, recipes, force }: ReportInput): string {
  const results = data.results.map(({ edits, provenance: _, ...result }, at) => ({
    name: names[at] ?? "",
    recipe: recipes[at] ?? null,
    ...result,
    edits: { count: edits.length },
  }));
  return JSON.stringify(
    {
      object: "winnow.comparison",
      title,
      session: { id: sessionId, agent: data.original.agent, number: data.original.number },
      link,
      force,
      original: data.original,
      results,
    },
    null,
    2,
  );
}

/** The table, each recipe, and the lists of losses, as one self-contained file. */
export function reportMarkdown(input: ReportInput): string {
  const { title, data, names, recipes, link } = input;
  return [
    `# ${inline(title)}: strategies compared`,
    "",
    inline(reportFacts(input).slice(0, -1).join(" ")),
    "",
    `Made with Winnow: <${link}>`,
    "",
    ...matrixLines(toMatrix(data), names),
    "",
    ...data.results.flatMap((result, index) => strategyLines(result, data, names[index] ?? "", recipes[index])),
  ].join("\n");
}

/** What was compared and how tokens were counted; the link comes last. */
export function reportFacts({ data, names, link, force }: ReportInput): string[] {
  const { original, model_calls: calls } = data;
  const at = original.number === null ? "" : `, request ${formatTokens(original.number)}`;
  const { id, basis } = original.tokenizer;
  return [
    `${formatTokens(original.tokens_before)} tokens in ${formatTokens(original.messages_before)} messages${at}.`,
    `Tokens by the ${id} tokenizer (${basis}).`,
    force ? "Triggers were skipped." : "Each strategy ran only where its own trigger fired.",
    summarySentence(calls),
    ...agreementOf(data, names),
    `Made with Winnow: ${link}`,
  ];
}

function agreementOf(data: CompareAnswer, names: readonly string[]): string[] {
  const agreement = toMeasureAgreement(data, undefined, names);
  return agreement === null ? [] : [agreement.sentence];
}

function matrixLines(rows: readonly MatrixRow[], names: readonly string[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(inline).join(" | ")} |`;
  return [
    line(["", "original", ...names]),
    line(["---", ...["original", ...names].map(() => "--:")]),
    ...rows.map(({ label, unit, original, cells }) => line([`${label} (${unit})`, original, ...cells.map(cellWords)])),
  ];
}

function cellWords({ value, note, isBest, bars }: MatrixRow["cells"][number]): string {
  const shares = (bars ?? []).flatMap(({ label, share }) => (share === null ? [] : `${label} ${formatShare(share)}`));
  const words = [...(value === "" ? [] : [value]), ...shares].join(", ");
  return `${isBest ? `**${words}**` : words}${note === "" ? "" : ` (${note})`}`;
}

/** The lists of losses; lists of mere edits are only in the interface. */
const LISTED = ["validity", "recall", "artifacts", "survival"] as const;
const MAX_LINES = 20;

/** A strategy's broken rules and losses, list by list; omits empty ones. */
export const lostListsOf = (result: ComparedStrategy, data: CompareAnswer): EvidenceTable[] =>
  LISTED.flatMap((row) => toCellEvidence(row, result, data)?.tables ?? []).filter(({ rows }) => rows.length > 0);

function strategyLines(result: ComparedStrategy, data: CompareAnswer, name: string, recipe: unknown): string[] {
  return [
    `## ${inline(name)}`,
    "",
    "```json",
    JSON.stringify(recipe ?? null, null, 2),
    "```",
    "",
    ...lostListsOf(result, data).flatMap(tableLines),
  ];
}

function tableLines({ title, columns, rows, total }: EvidenceTable): string[] {
  const shown = rows.slice(0, MAX_LINES);
  return [
    `### ${inline(title)}`,
    "",
    `| ${columns.map(({ label }) => inline(label)).join(" | ")} |`,
    `| ${columns.map(({ isNumeric }) => (isNumeric ? "--:" : "---")).join(" | ")} |`,
    ...shown.map(
      ({ cells }) => `| ${cells.map((cell, at) => (columns[at]?.isCode ? code(cell) : inline(cell))).join(" | ")} |`,
    ),
    "",
    ...(shown.length < total ? [`${formatTokens(total - shown.length)} more.`, ""] : []),
  ];
}

/** Transcript text must not become report markup. */
const inline = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/[\\`_[\]<>|]/g, (mark) => `\\${mark}`)
    .trim();

/** A code span with a longer fence than any inside; a bar would end a table cell even there. */
function code(text: string): string {
  const plain = text.replace(/\s+/g, " ").replaceAll("|", "\\|");
  const fence = "`".repeat(1 + Math.max(0, ...(plain.match(/`+/g) ?? []).map((run) => run.length)));
  return `${fence}${fence.length > 1 ? ` ${plain} ` : plain}${fence}`;
}
