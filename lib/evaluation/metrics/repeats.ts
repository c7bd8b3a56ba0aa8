import type { Metric } from "./metric";

export const instructionsSaidAgain: Metric = {
  id: "instructions-again",
  key: "instructions_again",
  label: "Repeated instructions",
  unit: "typed again by the user; the first message is gone",
  kind: "count",
  better: "less",
  explanation:
    "The number of messages that the user later typed again, almost verbatim, and that the result no longer shows.",
  tables: [],
  from: "evaluation",
  measure: ({ loss }) => loss.hindsight?.lostRepeats.instruction ?? null,
};

export const errorsAgain: Metric = {
  id: "errors-again",
  key: "errors_again",
  label: "Same error again",
  unit: "the first error message is gone",
  kind: "count",
  better: "less",
  explanation:
    "The number of calls that later failed again with the same error message, and whose first failure the result no longer shows.",
  tables: [],
  from: "evaluation",
  measure: ({ loss }) => loss.hindsight?.lostRepeats.error ?? null,
};

export const readsForEdits: Metric = {
  id: "reads-for-edits",
  key: "reads_for_edits",
  label: "Read again before an edit",
  unit: "an earlier read is gone",
  kind: "count",
  better: "less",
  explanation:
    "The number of files that were later read again right before an edit because the result no longer shows an earlier read with the edited lines.",
  tables: [],
  from: "evaluation",
  measure: ({ loss }) => loss.hindsight?.lostRepeats["read-for-edit"] ?? null,
};
