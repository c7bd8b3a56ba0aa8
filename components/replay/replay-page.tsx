"use client";
import { Link2 } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { runJob } from "@/components/api/follow-job";
import { SavedRuns } from "@/components/runs/saved-runs";
import { SessionHeader } from "@/components/session/session-header";
import { type NavPlace, SessionNav } from "@/components/session/session-nav";
import { SessionSpine, type SpineData } from "@/components/session/session-spine";
import { UnknownRequest } from "@/components/session/unknown-request";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { loadLater } from "@/components/ui/load-later";
import { LoadingLine } from "@/components/ui/loading-line";
import { usePreload } from "@/components/ui/use-preload";
import { useSay } from "@/components/words/words-provider";
import type { JobProgress } from "@/lib/api/schemas/job";
import type { ReplayAnswer } from "@/lib/api/schemas/replay";
import type { SessionSummary } from "@/lib/api/schemas/session";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { firstStrategies } from "@/lib/view-models/compare/strategy-choice";
import { oneAgentNote } from "@/lib/view-models/replay/one-agent";
import { addPolicy, type PolicyChoice, replayRequest } from "@/lib/view-models/replay/replay-choice";
import { type LoggedFigures, toReplayView } from "@/lib/view-models/replay/replay-view";
import { linkedRequest } from "@/lib/view-models/session/linked-request";
import { problemText } from "@/lib/wording/problem-text";
import { english, type Say, sentence } from "@/lib/wording/say";
import { ReplayToolbar } from "./replay-toolbar";
import { useReplayState } from "./use-replay-state";

/** Usually loaded while the server replays; otherwise what follows stays below the screen. */
const ReplayOutcome = loadLater(
  () => import("./replay-outcome").then((module) => module.ReplayOutcome),
  <div className="h-dvh" />,
);
const LOADED_LATER = [ReplayOutcome.preload];

export type ReplayPageProps = {
  id: string;
  summary: SessionSummary;
  agent: string;
  logged: readonly LoggedFigures[];
  /** Prompt size in tokens at which the client compacts automatically; null if unknown. */
  reserveFrom: number | null;
  strategies: readonly StrategyAnswer[];
  spine: SpineData;
};

/** The Replay page: what if a strategy had been used from the start. Its state is in the URL. */
export function ReplayPage(props: ReplayPageProps) {
  const say = useSay();
  const { id, summary, logged } = props;
  return (
    <main id="main" className="flex min-w-0 flex-col">
      <SessionHeader summary={summary} />
      {logged.length === 0 ? (
        <>
          <Tabs place={{ id }} />
          <EmptyState title={say("No requests in this log")}>{say("There is nothing to replay.")}</EmptyState>
        </>
      ) : (
        <ReplayBody {...props} />
      )}
    </main>
  );
}

function Tabs({ place }: { place: NavPlace }) {
  const say = useSay();
  return (
    <div className="flex h-9 shrink-0 items-center justify-between gap-4 border-line2 border-b px-4 max-sm:px-3">
      <SessionNav current="replay" place={place} />
      <span className="shrink-0 max-sm:hidden">
        <CopyButton text={() => window.location.href} label={say("Copy link")} icon={<Link2 aria-hidden />} />
      </span>
    </div>
  );
}

/** Why this page's costs differ from the header's. */
function AgentNote({ summary, agent, logged }: Pick<ReplayPageProps, "summary" | "agent" | "logged">) {
  const say = useSay();
  const amounts = logged.map(({ cost }) => cost?.amount ?? null);
  const cost = amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0);
  const note = oneAgentNote(summary, { agent, requests: logged.length, cost }, say);
  return note === null ? null : (
    <p className="border-line border-b px-4 py-1.5 text-small text-tx2 max-sm:px-3">{note}</p>
  );
}

/** The policies in the URL, or the default ones for the client's sessions. Omits unknown strategies. */
function chosenOf(
  fromLink: readonly PolicyChoice[] | null,
  strategies: readonly StrategyAnswer[],
  client: string | null,
): PolicyChoice[] {
  const choices = fromLink ?? firstStrategies(client).reduce<PolicyChoice[]>(addPolicy, []);
  return choices.filter((choice) => strategies.some(({ id }) => id === choice.id));
}

function ReplayBody({ id, summary, agent, logged, reserveFrom, strategies, spine }: ReplayPageProps) {
  const say = useSay();
  const [state, setState] = useReplayState();
  const [attempt, setAttempt] = useState(0);
  usePreload(LOADED_LATER);
  const choices = useMemo(() => chosenOf(state.p, strategies, summary.client), [state.p, strategies, summary.client]);
  const { data, ran, failure, ...run } = useReplay(replayRequest(id, agent, choices), choices, attempt);
  const tasks = useMemo(() => spine.outline.prompts.map(({ at }) => at), [spine]);
  const viewIn = useCallback(
    (language: Say) => (data ? toReplayView(data, ran, logged, { setPrice: state.fetch, tasks }, language) : null),
    [data, ran, logged, state.fetch, tasks],
  );
  const view = useMemo(() => viewIn(say), [viewIn, say]);
  const last = logged.length - 1;
  const { position: selected, note: unknownRequest } = linkedRequest(state.request, logged.length, last, say);
  return (
    <>
      <SessionSpine
        {...{ id, summary, selected }}
        data={spine}
        current="replay"
        onSelect={(position) => void setState({ request: position + 1 })}
      />
      <Tabs place={{ id, agent, position: selected }} />
      <UnknownRequest note={unknownRequest} />
      <ReplayToolbar
        choices={choices}
        strategies={strategies}
        onChoices={(next) => void setState({ p: next })}
        isRunning={run.isRunning}
        progress={run.progress}
        onCancel={run.cancel}
        exactRequests={view ? { equal: view.identical, of: view.requests } : null}
      />
      <AgentNote summary={summary} agent={agent} logged={logged} />
      {failure ? (
        <ErrorState
          title={say("The replay did not finish")}
          kept={say("The session and your choice of policies are unchanged.")}
          code={failure}
          actions={<Button onClick={() => setAttempt(attempt + 1)}>{say("Try again")}</Button>}
        >
          {problemText(failure, say)}
        </ErrorState>
      ) : null}
      {view === null && !failure ? (
        <LoadingLine>
          {say("Replaying {count, plural, one {# request} other {# requests}}…", { count: logged.length })}
        </LoadingLine>
      ) : null}
      {view ? (
        <ReplayOutcome
          {...{ id, view, reserveFrom, selected, state, setState }}
          exported={() => viewIn(english) ?? view}
        />
      ) : null}
      <SavedRuns sessionId={id} kind="replay" result={data} />
    </>
  );
}

type ReplayRun = {
  readonly data: ReplayAnswer | null;
  /** The policies in `data`. The choice may have changed since. */
  readonly ran: readonly PolicyChoice[];
  readonly isRunning: boolean;
  /** A job's progress, in words. */
  readonly progress: string | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
};

type State = Omit<ReplayRun, "progress"> & { readonly progress: JobProgress | null };

const IDLE: State = { data: null, ran: [], isRunning: false, progress: null, failure: null };
const DELAY_MS = 300;

/**
 * Replays whenever `body`, the request for `choices`, or `attempt` changes. A new run aborts the previous one and its
 * job.
 */
function useReplay(
  body: string,
  choices: readonly PolicyChoice[],
  attempt: number,
): ReplayRun & { cancel: () => void } {
  const say = useSay();
  const [state, setState] = useState<State>(IDLE);
  const [abort, setAbort] = useState<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the same request; `body` is the choices as text.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setAbort(controller);
    setState((before) => ({ ...before, isRunning: true, progress: null, failure: null }));
    const tell = (progress: JobProgress) => !signal.aborted && setState((before) => ({ ...before, progress }));
    const timer = setTimeout(() => {
      void run(body, choices, signal, tell).then(
        (next) => !signal.aborted && setState((before) => ({ ...before, ...next })),
      );
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [body, attempt]);
  const cancel = () => {
    abort?.abort();
    setState((before) => ({
      ...before,
      isRunning: false,
      progress: null,
      failure: { code: "cancelled", message: sentence("Cancelled. Nothing was changed.") },
    }));
  };
  return { ...state, progress: state.progress && progressText(state.progress, say), cancel };
}

/** Replays a session. A large one is replayed by a job; aborting cancels it. */
async function run(
  body: string,
  choices: readonly PolicyChoice[],
  signal: AbortSignal,
  tell: (progress: JobProgress) => void,
): Promise<Partial<State>> {
  const finished = await runJob("replay", "POST /api/replay", { body, signal }, tell);
  if (finished.ok) return { isRunning: false, progress: null, data: finished.value, ran: choices };
  return { isRunning: false, progress: null, failure: finished.failure };
}

function progressText(progress: JobProgress, say: Say): string {
  if (progress.stage !== "replaying") return say("loading the session…");
  return say("replaying {policy}, {number} of {policies}…", {
    policy: say.known(progress.policy ?? ""),
    number: (progress.done ?? 0) + 1,
    policies: progress.policies ?? "",
  });
}
