"use client";
import { useEffect, useState } from "react";
import { runJob } from "@/components/api/follow-job";
import { useSay } from "@/components/words/words-provider";
import type { JobProgress } from "@/lib/api/schemas/job";
import type { ReplayAnswer } from "@/lib/api/schemas/replay";
import { type Say, sentence } from "@/lib/wording/say";

export type ReplayRun = {
  readonly data: ReplayAnswer | null;
  /** The body of the API request that `data` answers. */
  readonly key: string | null;
  readonly isRunning: boolean;
  /** The progress of a job, in words. */
  readonly progress: string | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
};

type State = Omit<ReplayRun, "progress"> & { readonly progress: JobProgress | null };

const IDLE: State = { data: null, key: null, isRunning: false, progress: null, failure: null };
const DELAY_MS = 300;

/** Replays whenever `body` or `attempt` changes. A new run aborts the previous one and its job. */
export function useReplay(body: string, attempt: number): ReplayRun & { cancel: () => void } {
  const say = useSay();
  const [state, setState] = useState<State>(IDLE);
  const [abort, setAbort] = useState<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the same request.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setAbort(controller);
    setState((before) => ({ ...before, isRunning: true, progress: null, failure: null }));
    const tell = (progress: JobProgress) => !signal.aborted && setState((before) => ({ ...before, progress }));
    const timer = setTimeout(() => {
      void run(body, signal, tell).then((next) => !signal.aborted && setState((before) => ({ ...before, ...next })));
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

/** Replays a session. A large one is replayed by a job, which aborting cancels. */
async function run(body: string, signal: AbortSignal, tell: (progress: JobProgress) => void): Promise<Partial<State>> {
  const finished = await runJob("replay", "POST /api/replay", { body, signal }, tell);
  if (finished.ok) return { isRunning: false, progress: null, data: finished.value, key: body };
  return { isRunning: false, progress: null, failure: finished.failure };
}

function progressText(progress: JobProgress, say: Say): string {
  if (progress.stage !== "replaying") return say("reading the session…");
  return say("replaying {policy}, {number} of {policies}…", {
    policy: say.known(progress.policy ?? ""),
    number: (progress.done ?? 0) + 1,
    policies: progress.policies ?? "",
  });
}
