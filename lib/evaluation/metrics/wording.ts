import type { Metric } from "./metric";

export const verbatimRecall: Metric = {
  id: "verbatim",
  key: "verbatim_recall",
  label: "Verbatim recall",
  unit: "runs of six words written later",
  kind: "share",
  better: "more",
  explanation: "Of the runs of six words repeated later in the log, the share that the result still shows.",
  tables: ["compare", "corpus"],
  from: "evaluation",
  measure: ({ loss }) => loss.hindsight?.verbatimRecall ?? null,
};

export const rareWordRecall: Metric = {
  id: "rare-words",
  key: "rare_word_recall",
  label: "Recall of rare words",
  shortLabel: "Rare words",
  unit: "from only one or two parts, repeated later",
  kind: "share",
  better: "more",
  explanation:
    "Of the rare words (from only one or two parts) repeated later in the log, the share that the result still shows.",
  tables: ["compare", "corpus"],
  from: "evaluation",
  measure: ({ loss }) => loss.hindsight?.rareWordRecall ?? null,
};
