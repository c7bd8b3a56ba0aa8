import type { SessionSummary } from "../../api/schemas/session";

/** The models of a log without names, in order, as stated by the reader. */
export const statedModels = ({ model, changes = [] }: NonNullable<SessionSummary["stated"]>): string[] =>
  model === null ? [] : [model, ...changes.map((change) => change.model)];
