import {
  type AdvicePolicies,
  type MeasureOutcome,
  type MeasureProgress,
  measureForAdvice,
} from "@/lib/library/advise-analysis";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { rememberingLoader } from "../process/vocabulary";
import type { ReportProgress } from "./import-task";
import { findDerived } from "./load-context";
import { loadSession } from "./load-session";
import { WORKER_SURROUNDINGS } from "./surroundings";

export type AdviseInput = { readonly sessionId: string; readonly policies: AdvicePolicies };
export type AdviseOutput = MeasureOutcome;
/** Reports while the task runs: progress, and results so far. */
export type AdviseProgress = MeasureProgress;

/** Analyses a stored session, and replays its main agent under the policies of an advice run. */
export function adviseTask({ sessionId: id, policies }: AdviseInput, report: ReportProgress): AdviseOutput {
  const analysis = analyzeSession(loadSession(findDerived(id)), rememberingLoader);
  return measureForAdvice({ id, analysis }, policies, WORKER_SURROUNDINGS, report);
}
