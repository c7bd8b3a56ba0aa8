import { policiesOf, type ReplayBody } from "@/lib/api/schemas/replay";
import { replayAnalysis } from "@/lib/library/replay-analysis";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { rememberingLoader } from "../process/vocabulary";
import type { ReportProgress } from "./import-task";
import { findDerived } from "./load-context";
import { loadSession } from "./load-session";
import { WORKER_SURROUNDINGS } from "./surroundings";

export type ReplayInput = { readonly body: ReplayBody };
/** The answer as JSON text. */
export type ReplayOutput = { readonly json: string };

/** POST /api/replay: re-analyses the stored session with its stored counts, then replays one policy after another. */
export function replayTask({ body }: ReplayInput, report: ReportProgress): ReplayOutput {
  report({ stage: "reading", policies: policiesOf(body).length });
  const analysis = analyzeSession(loadSession(findDerived(body.session.id)), rememberingLoader);
  const answer = replayAnalysis(analysis, body, WORKER_SURROUNDINGS, (progress) =>
    report({ stage: "replaying", ...progress }),
  );
  return { json: JSON.stringify(answer) };
}
