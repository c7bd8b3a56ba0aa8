import { FEWEST_REQUESTS } from "@/lib/advice/advise";
import type { Candidate, SearchSpace } from "@/lib/advice/search";
import { measureSession, type SearchRun, searchSession } from "@/lib/advice/search-session";
import { settingClientOf } from "@/lib/advice/settings/setting-for";
import type { MeasuredAdvice } from "@/lib/api/answers/advice";
import type { AdviceLeftOut } from "@/lib/api/schemas/advise";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { windowUse } from "@/lib/view-models/context-window";
import { rememberingLoader } from "../vocabulary";
import type { ReportProgress } from "./import-task";
import { findDerived } from "./load-context";
import { loadSession } from "./load-session";
import { replayEnvironments } from "./replay-environments";

/** Either the policies, which are the same for all sessions of a run, or where to search for one session. */
export type AdviseInput = {
  readonly sessionId: string;
  readonly policies: readonly Candidate[] | Omit<SearchSpace, "peak">;
};
export type AdviseOutput =
  | { readonly ok: true; readonly measured: MeasuredAdvice }
  | ({ readonly ok: false } & Pick<AdviceLeftOut, "code" | "message">);

/** What the task tells while it runs: how far it is, and what it has measured until then. */
export type AdviseProgress = {
  readonly search: { readonly round: number; readonly done: number; readonly of: number };
  readonly measured: MeasuredAdvice;
};

const FAULTS = {
  "no-usage": "the log holds no token counts of the provider, or no prices are known for its models",
  "no-cache-counters": "the log does not say what was read from the cache",
} as const;

/** Analyses a stored session, and replays its main agent under the policies of an advice. */
export function adviseTask({ sessionId, policies }: AdviseInput, report: ReportProgress): AdviseOutput {
  const analysis = analyzeSession(loadSession(findDerived(sessionId)), rememberingLoader);
  const own = analysis.requests.filter(({ agent }) => agent === "main");
  if (own.length < FEWEST_REQUESTS)
    return leftOut("too-short", `${own.length} requests; at least ${FEWEST_REQUESTS} are needed`);
  const { window, environmentOf } = replayEnvironments(analysis, "main");
  const { peakTokens, trigger } = windowUse(analysis.session, analysis.requests, "main");
  const prepared = prepareReplay(analysis, { environmentOf });
  const peak = peakTokens ?? 0;
  const { client, format } = analysis.session;
  const session = {
    id: sessionId,
    client: client ?? format,
    setting_client: settingClientOf(client ?? format),
    requests: own.length,
    peak_prompt_tokens: peak,
    window,
    compacts_at: trigger,
  };
  const run: SearchRun = {
    prepared,
    onProgress: ({ found, ...search }) => report({ search, measured: { session, ...found } } satisfies AdviseProgress),
  };
  const search = isSpace(policies) ? searchSession({ ...policies, peak }, run) : measureSession(policies, run);
  if (typeof search === "string") return leftOut(search, FAULTS[search]);
  return { ok: true, measured: { session, ...search } };
}

const isSpace = (policies: AdviseInput["policies"]): policies is Omit<SearchSpace, "peak"> => !Array.isArray(policies);
const leftOut = (code: AdviceLeftOut["code"], message: string) => ({ ok: false, code, message }) as const;
