import type { ComparedStrategy } from "../../api/schemas/compare";
import type { EvaluationAnswer } from "../../api/schemas/evaluation";
import { sentence } from "../../wording/say";

type Probe = NonNullable<EvaluationAnswer["probes"]>[number];
export type ProbeFamily = Probe["family"];
const PROBE_FAMILIES: readonly ProbeFamily[] = ["recall", "artifact", "continuation", "decision"];

/** The questions, for recognising their templates and translating them. */
export const PROBE_QUESTIONS: readonly string[] = [
  sentence("Which error did {call} report?"),
  sentence("Which files were modified?"),
  sentence("Which files were created?"),
  sentence("Which files were deleted?"),
  sentence("Which files were renamed?"),
  sentence("Which steps of the plan are still open?"),
  sentence("What was the result of the last test run?"),
  sentence("Which branch is checked out?"),
  sentence("In which folder do commands run?"),
  sentence("Which files were edited last?"),
  sentence("What did the user ask last?"),
  sentence("What was decided last, and why?"),
  sentence("What did the user or the system ask for last?"),
];

/** A question with what each result still answers; null for an unchanged result, which tests nothing. */
export type ProbeRow = Pick<Probe, "question" | "known_answer" | "before"> & {
  readonly key: string;
  readonly after: readonly (boolean | null)[];
};
export type ProbeGroup = {
  readonly family: ProbeFamily;
  readonly rows: readonly ProbeRow[];
  /** How many questions each result still answers; null for an unchanged result. */
  readonly answered: readonly (number | null)[];
};

/** The questions about one prompt, by kind; the same for all results. Null if no result was measured. */
export function toProbeGroups(results: readonly Pick<ComparedStrategy, "evaluation">[]): ProbeGroup[] | null {
  const asked = results.map(({ evaluation }) => evaluation?.probes ?? []);
  const first = asked.find(({ length }) => length > 0);
  if (!first) return null;
  const rows = first.map(({ family, question, known_answer, before }, at) => ({
    ...{ key: `${family} ${at}`, family, question, known_answer, before },
    after: asked.map((probes) => probes[at]?.after ?? null),
  }));
  return PROBE_FAMILIES.map((family) => {
    const own = rows.filter((row) => row.family === family);
    const answered = asked.map((probes, at) =>
      probes.length === 0 ? null : own.filter(({ after }) => after[at] === true).length,
    );
    return { family, rows: own, answered };
  });
}
