import type { SessionSummary } from "../../api/schemas/session";

/** The models that a log without names used, in their order, as the reader said. */
export const statedModels = ({ model, changes = [] }: NonNullable<SessionSummary["stated"]>): string[] =>
  model === null ? [] : [model, ...changes.map((change) => change.model)];
