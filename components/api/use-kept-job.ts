"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { type ApiFailure, callApi, type Finished } from "@/components/api/call-api";
import { cancelJob, followJob } from "@/components/api/follow-job";
import { runsChanged } from "@/components/runs/runs-store";
import { keep, readKept } from "@/components/ui/browser-memory";
import type { JobProgress } from "@/lib/api/schemas/job";

export type JobWork = {
  readonly isRunning: boolean;
  readonly progress: JobProgress | null;
  readonly failure: ApiFailure | null;
};
const IDLE: JobWork = { isRunning: false, progress: null, failure: null };

/** Jobs that save their result as a run, and the route that starts each. */
const ROUTES = { corpus: "POST /api/corpus", advise: "POST /api/advise" } as const;

type KeptJob = {
  readonly kind: keyof typeof ROUTES;
  /** Distinguishes jobs of the same kind: the job's session; empty: over all sessions. */
  readonly about?: string;
  /** Called with the saved run's id. */
  readonly onDone: (run: string) => void;
};

/**
 * Runs a job that survives reloading or leaving the page: this browser stores its id while it runs. Only `stop` cancels
 * it. `isLookedUp` is false until it is known whether a job of an earlier page is still running.
 */
export function useKeptJob({ kind, about = "", onDone }: KeptJob) {
  const [work, setWork] = useState<JobWork>(IDLE);
  const [isLookedUp, setLookedUp] = useState(false);
  const current = useRef<{ job: string | null; isLeft: boolean } | null>(null);
  const done = useRef(onDone);
  done.current = onDone;
  const place = `winnow-${kind}-job${about === "" ? "" : `-${about}`}`;
  const watch = useCallback(
    async (begin: () => Promise<Finished<string>>) => {
      if (current.current) current.current.isLeft = true;
      const own = { job: null as string | null, isLeft: false };
      current.current = own;
      setWork({ ...IDLE, isRunning: true });
      const begun = await begin();
      if (begun.ok) own.job = begun.value;
      if (begun.ok) keep(place, begun.value);
      const tell = (progress: JobProgress) => own.isLeft || setWork({ ...IDLE, isRunning: true, progress });
      const finished = begun.ok ? await followJob<typeof kind>(begun.value, { onProgress: tell }) : begun;
      if (own.isLeft) return;
      // A job may still be running although the server does not respond, so the next visit asks again.
      if (finished.ok || finished.failure.code !== "no-answer") keep(place, null);
      setWork((before) => (isOver(finished) ? IDLE : { ...before, isRunning: false, failure: finished.failure }));
      runsChanged();
      if (finished.ok) done.current(finished.value.run);
    },
    [place],
  );
  useEffect(() => {
    const kept = readKept(place);
    if (kept !== null) void watch(async () => ({ ok: true, value: kept }));
    setLookedUp(true);
    return () => {
      if (current.current) current.current.isLeft = true;
    };
  }, [watch, place]);
  const start = (body: object) => void watch(() => startJob(ROUTES[kind], body));
  return { work, isLookedUp, start, stop: () => stopJob(current.current?.job) };
}

/** Finished, or stored by this browser although the server no longer has it. */
const isOver = <T>(finished: Finished<T>): finished is Extract<Finished<T>, { ok: true }> =>
  finished.ok || finished.failure.status === 404;

async function startJob(route: (typeof ROUTES)[keyof typeof ROUTES], body: object): Promise<Finished<string>> {
  const called = await callApi(route, { body });
  return called.ok ? { ok: true, value: called.value.job.id } : called;
}

const stopJob = (job: string | null | undefined) => void (job && cancelJob(job));
