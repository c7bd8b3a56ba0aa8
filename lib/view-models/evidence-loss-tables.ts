import type { EvaluationAnswer } from "../api/schemas/evaluation";
import { type EvidenceTable, place } from "./evidence-table";
import { formatTokens } from "./number-format";

/** One list per kind; what was used later says when. */
export function lostTables({ lost_facts: kinds, hindsight }: EvaluationAnswer): EvidenceTable[] {
  const used = new Map((hindsight?.regret ?? []).map((regret) => [`${regret.kind} ${regret.value}`, regret]));
  return kinds
    .filter(({ lost }) => lost > 0)
    .map(({ kind, of, lost, facts }) => ({
      title: `${kind}: ${formatTokens(lost)} of ${formatTokens(of)} gone`,
      columns: [
        { label: "Fact", isCode: true },
        { label: "Last in", isNumeric: true },
        { label: "Messages", isNumeric: true },
        { label: "Used later" },
      ],
      rows: facts.map(({ value, messages, source }, index) => {
        const regret = used.get(`${kind} ${value}`);
        return {
          key: `${index}`, // long values are cut and may then be alike
          cells: [
            value,
            place(source),
            formatTokens(messages),
            regret ? usedText(regret.first_use.calls_later) : "not seen",
          ],
          partId: source.part_id,
        };
      }),
      total: lost,
      none: "",
    }));
}

/** Statements that are not restated. */
export const statementTable = ({ lost_statements: lost }: EvaluationAnswer): EvidenceTable => ({
  title: "Instructions and decisions that are not restated",
  columns: [{ label: "Kind" }, { label: "Statement" }, { label: "From", isNumeric: true }],
  rows: lost.map(({ kind, text, source }, index) => ({
    key: `${index}`,
    cells: [kind, text, place(source)],
    partId: source.part_id,
  })),
  total: lost.length,
  none: "None is lost.",
});

/** `at once`, `after 12 calls`. */
const usedText = (calls: number): string =>
  calls === 0 ? "at once" : `after ${formatTokens(calls)} ${calls === 1 ? "call" : "calls"}`;

/** What the log used later and the result does not show, by first use. */
export function lostFactsTable({
  regret,
  regret_total: total,
}: NonNullable<EvaluationAnswer["hindsight"]>): EvidenceTable {
  const sorted = [...regret].sort((a, b) => a.first_use.calls_later - b.first_use.calls_later);
  return {
    title: "Used later, not shown any more",
    columns: [
      { label: "Kind" },
      { label: "Fact", isCode: true },
      { label: "From", isNumeric: true },
      { label: "First use" },
      { label: "Source tokens", isNumeric: true },
      { label: "Can be fetched" },
    ],
    rows: sorted.map(({ kind, value, source, first_use, tokens, recoverable }, index) => ({
      key: `${index}`,
      cells: [
        kind,
        value,
        place(source),
        usedText(first_use.calls_later),
        formatTokens(tokens),
        recoverable ? "can be fetched" : "gone",
      ],
      partId: source.part_id,
    })),
    total,
    none: "Everything that the agent used later is still in the prompt.",
  };
}

/** File operations that the result no longer shows, or shows wrongly. */
export const artifactTables = ({ artifact_trail: trail }: EvaluationAnswer): EvidenceTable[] => [
  {
    title: "Not told any more",
    columns: [{ label: "Operation" }, { label: "Path", isCode: true }, { label: "First in", isNumeric: true }],
    rows: trail.missed.map(({ path, operation, basis, source }) => ({
      key: `${operation} ${path}`,
      cells: [basis === "guessed" ? `${operation} (guessed)` : operation, path, place(source)],
      partId: source.part_id,
    })),
    total: trail.missed_total,
    none: "Every file operation is still told.",
  },
  ...(trail.untrue.length === 0
    ? []
    : [
        {
          title: "Told, and not seen in the log",
          columns: [{ label: "Operation" }, { label: "Path", isCode: true }],
          rows: trail.untrue.map(({ path, operation }) => ({
            key: `${operation} ${path}`,
            cells: [operation, path],
            partId: null,
          })),
          total: trail.untrue.length,
          none: "",
        },
      ]),
];
