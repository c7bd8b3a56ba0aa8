import { fail, ok, type Result } from "../conversation/errors";
import type { AdviceSummary } from "./schemas/advise";
import type { CorpusSummary } from "./schemas/corpus";
import {
  type ComparisonSummary,
  type EvaluationSummary,
  READ_SUMMARIES,
  type ReplaySummary,
  type SavedKind,
} from "./schemas/run";

/** The stored part of a run. */
export type Summary = ComparisonSummary | ReplaySummary | EvaluationSummary | CorpusSummary | AdviceSummary;

/** Extracts the figures from an API answer. Fails with `run-result-invalid` if the answer is of another kind. */
export function toRunSummary(
  kind: SavedKind,
  result: unknown,
): Result<Exclude<Summary, CorpusSummary | AdviceSummary>> {
  const parsed = READ_SUMMARIES[kind].safeParse(result);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const at = `$.result${issue ? issue.path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("") : ""}`;
  return fail({ code: "run-result-invalid", message: `the result is not the answer of a ${kind}`, at });
}
