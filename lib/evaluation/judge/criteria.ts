import type { ProbeFamily } from "../probes";

export const DIMENSIONS = ["accuracy", "context", "artifact", "completeness", "continuity", "instruction"] as const;
export type DimensionName = (typeof DIMENSIONS)[number];

/** A criterion scored from 0 to 5. */
export type Criterion = { readonly id: string; readonly dimension: DimensionName; readonly asks: string };

/** The criteria of Factory.ai's probe evaluation (December 2025), two or three per dimension, in Winnow's words. */
export const CRITERIA: readonly Criterion[] = [
  { id: "accuracy_factual", dimension: "accuracy", asks: "its statements agree with the reference" },
  { id: "accuracy_technical", dimension: "accuracy", asks: "paths, names, commands and numbers are exact" },
  { id: "context_conversation_state", dimension: "context", asks: "it knows the state of the conversation" },
  { id: "context_artifact_state", dimension: "context", asks: "it knows the state of files and tests" },
  { id: "artifact_files_created", dimension: "artifact", asks: "created and removed files are named" },
  { id: "artifact_files_modified", dimension: "artifact", asks: "changed files are named" },
  { id: "artifact_key_details", dimension: "artifact", asks: "it says what matters about these files" },
  { id: "completeness_coverage", dimension: "completeness", asks: "every point of the reference is present" },
  { id: "completeness_depth", dimension: "completeness", asks: "the points are detailed enough to act on" },
  {
    id: "continuity_work_state",
    dimension: "continuity",
    asks: "the work could continue from it without checking anything again",
  },
  { id: "continuity_todo_state", dimension: "continuity", asks: "it distinguishes what is done from what is left" },
  { id: "continuity_reasoning", dimension: "continuity", asks: "it keeps the reasons for the current state" },
  { id: "instruction_format", dimension: "instruction", asks: "it answers in the requested form" },
  { id: "instruction_constraints", dimension: "instruction", asks: "it invents nothing and admits what it lacks" },
];

/** Dimensions that each question family measures. Others are not scored. */
const MEASURED: Readonly<Record<ProbeFamily, readonly DimensionName[]>> = {
  recall: ["accuracy", "context", "completeness", "instruction"],
  artifact: ["accuracy", "artifact", "completeness", "instruction"],
  continuation: ["context", "continuity", "completeness", "instruction"],
  decision: ["accuracy", "continuity", "completeness", "instruction"],
};

export const criteriaFor = (family: ProbeFamily): readonly Criterion[] =>
  CRITERIA.filter(({ dimension }) => MEASURED[family].includes(dimension));
