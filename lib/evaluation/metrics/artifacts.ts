import type { Metric } from "./metric";

export const artifactPrecision: Metric = {
  id: "artifact-precision",
  key: "artifact_precision",
  path: "evaluation.artifact_trail.precision",
  label: "Artifact trail precision",
  unit: "of the file operations mentioned",
  kind: "share",
  better: "more",
  explanation: "Of the file operations mentioned in the result, the share that really happened.",
  tables: [],
  from: "evaluation",
  measure: ({ loss }) => loss.artifacts.precision,
};

export const artifactRecall: Metric = {
  id: "artifact-recall",
  key: "artifact_recall",
  path: "evaluation.artifact_trail.recall",
  label: "Artifact trail recall",
  unit: "of the file operations that happened",
  kind: "share",
  better: "more",
  explanation: "Of the file operations that happened, the share that the result still mentions.",
  tables: [],
  from: "evaluation",
  measure: ({ loss }) => loss.artifacts.recall,
};

export const artifactF1: Metric = {
  id: "artifacts",
  key: "artifact_f1",
  path: "evaluation.artifact_trail.f1",
  label: "Artifact trail F1",
  shortLabel: "Artifacts F1",
  unit: "files made, changed, read",
  kind: "share",
  better: "more",
  explanation: "The harmonic mean of the artifact trail's precision and recall.",
  tables: ["compare", "corpus", "runs"],
  from: "evaluation",
  measure: ({ loss }) => loss.artifacts.f1,
};
