"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { type ApiFailure, callApi, type Finished } from "@/components/api/call-api";
import { cancelJob, followJob } from "@/components/api/follow-job";
import { readRun, runsChanged } from "@/components/runs/runs-store";
import type { CorpusResult } from "@/lib/api/schemas/corpus";
import type { JobProgress } from "@/lib/api/schemas/job";
import type { RunRow } from "@/lib/api/schemas/run";

export type CorpusRun = RunRow & { readonly result: CorpusResult };

export type CorpusWork = {
  readonly isRunning: boolean;
  readonly progress: JobProgress | null;
  readonly failure: ApiFailure | null;
};
const IDLE: CorpusWork = { isRunning: false, progress: null, failure: null };

/**
 * Runs the job and passes the id of the saved run to `onDone`. The job goes on when the page is reloaded or left, and is found
 * again by its id, which this browser keeps while it runs. Only `stop` cancels it.
 */
export function useCorpusJob(onDone: (run: string) => void) {
  const [work, setWork] = useState<CorpusWork>(IDLE);
  const current = useRef<{ job: string | null; isLeft: boolean } | null>(null);
  const done = useRef(onDone);
  done.current = onDone;
  const watch = useCallback(async (begin: () => Promise<Finished<string>>) => {
    const own = { job: null as string | null, isLeft: false };
    current.current = own;
    setWork({ ...IDLE, isRunning: true });
    const begun = await begin();
    if (begun.ok) own.job = begun.value;
    const tell = (progress: JobProgress) => own.isLeft || setWork({ ...IDLE, isRunning: true, progress });
    const finished = begun.ok ? await followJob<"corpus">(begun.value, { onProgress: tell }) : begun;
    if (own.isLeft) return;
    keepJob(null);
    setWork(finished.ok || finished.failure.status === 404 ? IDLE : { ...IDLE, failure: finished.failure });
    if (!finished.ok) return;
    runsChanged();
    done.current(finished.value.run);
  }, []);
  useEffect(() => {
    const kept = keptJob();
    if (kept !== null) void watch(async () => ({ ok: true, value: kept }));
    return () => {
      if (current.current) current.current.isLeft = true;
    };
  }, [watch]);
  return { work, start: (body: object) => void watch(() => startJob(body)), stop: () => stopJob(current.current?.job) };
}

async function startJob(body: object): Promise<Finished<string>> {
  const called = await callApi("POST /api/corpus", { body });
  if (!called.ok) return called;
  keepJob(called.value.job.id);
  return { ok: true, value: called.value.job.id };
}

const stopJob = (job: string | null | undefined) => void (job && cancelJob(job));

const STORAGE_KEY = "winnow-corpus-job";
const keptJob = (): string | null => localStorage.getItem(STORAGE_KEY);
const keepJob = (id: string | null): void =>
  id === null ? localStorage.removeItem(STORAGE_KEY) : localStorage.setItem(STORAGE_KEY, id);

/** Loads a saved run; null while it loads. */
export function useCorpusRun(id: string | null): Finished<CorpusRun> | null {
  const [found, setFound] = useState<{ id: string; answer: Finished<CorpusRun> } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let isWanted = true;
    void readRun(id).then((answer) => isWanted && setFound({ id, answer: answer as Finished<CorpusRun> }));
    return () => {
      isWanted = false;
    };
  }, [id]);
  return found !== null && found.id === id ? found.answer : null;
}
