import type { EvaluationAnswer } from "../../api/schemas/evaluation";
import { formatTokens } from "../../wording/number-format";
import { english, type Say, sentence } from "../../wording/say";
import { type EvidenceTable, place } from "./evidence-table";
import type { NeededMarks } from "./matrix-cells";

/** One list per kind. A fact that was needed later has the time of its first use. */
export function lostTables({ lost_facts: kinds, hindsight }: EvaluationAnswer, say: Say = english): EvidenceTable[] {
  const used = new Map((hindsight?.regret ?? []).map((regret) => [`${regret.kind} ${regret.value}`, regret]));
  return kinds
    .filter(({ lost }) => lost > 0)
    .map(({ kind, of, lost, facts }) => ({
      title: say("{kind}: {lost} of {of} gone", {
        kind: say(kind),
        lost: formatTokens(lost),
        of: formatTokens(of),
      }),
      columns: [
        { label: sentence("Fact"), isCode: true },
        { label: sentence("Last in"), isNumeric: true },
        { label: sentence("Messages"), isNumeric: true },
        { label: sentence("Used later"), isSaid: true },
      ],
      rows: facts.map(({ value, messages, source }, index) => {
        const regret = used.get(`${kind} ${value}`);
        return {
          key: `${index}`, // long values are cut, and may then be equal
          cells: [
            value,
            place(source),
            formatTokens(messages),
            regret ? usedText(regret.first_use.calls_later) : sentence("not seen"),
          ],
          partId: source.part_id,
        };
      }),
      total: lost,
      none: "",
    }));
}

/** Statements not restated. */
export const statementTable = ({ lost_statements: lost }: EvaluationAnswer): EvidenceTable => ({
  title: sentence("Instructions and decisions that are not restated"),
  columns: [
    { label: sentence("Kind"), isSaid: true },
    { label: sentence("Statement") },
    { label: sentence("From"), isNumeric: true },
  ],
  rows: lost.map(({ kind, text, source }, index) => ({
    key: `${index}`,
    cells: [kind, text, place(source)],
    partId: source.part_id,
  })),
  total: lost.length,
  none: sentence("Nothing is lost."),
});

/** `at once`, `after 12 calls`. */
const usedText = (calls: number): string =>
  calls === 0
    ? sentence("immediately")
    : english("after {count, plural, one {# call} other {# calls}}", { count: calls });

/** Facts needed later in the log and missing from the result, by first use. */
export function lostFactsTable({
  regret,
  regret_total: total,
}: Pick<NeededMarks, "regret" | "regret_total">): EvidenceTable {
  const sorted = [...regret].sort((a, b) => a.first_use.calls_later - b.first_use.calls_later);
  return {
    title: sentence("Used later, no longer shown"),
    columns: [
      { label: sentence("Kind"), isSaid: true },
      { label: sentence("Fact"), isCode: true },
      { label: sentence("From"), isNumeric: true },
      { label: sentence("First use"), isSaid: true },
      { label: sentence("Source tokens"), isNumeric: true },
      { label: sentence("Can be fetched"), isSaid: true },
    ],
    rows: sorted.map(({ kind, value, source, first_use, tokens, recoverable }, index) => ({
      key: `${index}`,
      cells: [
        kind,
        value,
        place(source),
        usedText(first_use.calls_later),
        formatTokens(tokens),
        recoverable ? sentence("can be fetched") : sentence("gone"),
      ],
      partId: source.part_id,
    })),
    total,
    none: sentence("Everything that the agent needed later is still in the prompt."),
  };
}

/** File operations that the result no longer shows, or shows wrongly. */
export const artifactTables = ({ artifact_trail: trail }: EvaluationAnswer): EvidenceTable[] => [
  {
    title: sentence("No longer mentioned"),
    columns: [
      { label: sentence("Operation"), isSaid: true },
      { label: sentence("Path"), isCode: true },
      { label: sentence("First in"), isNumeric: true },
    ],
    rows: trail.missed.map(({ path, operation, basis, source }) => ({
      key: `${operation} ${path}`,
      cells: [basis === "guessed" ? `${operation} (guessed)` : operation, path, place(source)],
      partId: source.part_id,
    })),
    total: trail.missed_total ?? 0,
    none: sentence("Every file operation is still mentioned."),
  },
  ...(trail.untrue.length === 0
    ? []
    : [
        {
          title: sentence("Mentioned, but not in the log"),
          columns: [
            { label: sentence("Operation"), isSaid: true },
            { label: sentence("Path"), isCode: true },
          ],
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
