"use client";
import { useEffect, useRef, useState } from "react";
import type { ApiFailure, Finished } from "@/components/api/call-api";
import { runJob } from "@/components/api/follow-job";
import { readRun, runsChanged } from "@/components/runs/runs-store";
import type { AdviceResult } from "@/lib/api/schemas/advise";
import type { JobProgress } from "@/lib/api/schemas/job";
import type { RunRow } from "@/lib/api/schemas/run";

export type AdviceRun = RunRow & { readonly result: AdviceResult };

export type AdviceWork = {
  readonly isRunning: boolean;
  readonly progress: JobProgress | null;
  readonly failure: ApiFailure | null;
};
const IDLE: AdviceWork = { isRunning: false, progress: null, failure: null };

/** Runs the search and passes the id of the saved run to `onDone`. Leaving the page cancels it; what is measured is saved. */
export function useAdviceJob(onDone: (run: string) => void) {
  const [work, setWork] = useState<AdviceWork>(IDLE);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const start = async (body: object) => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    setWork({ ...IDLE, isRunning: true });
    const finished = await runJob("advise", "POST /api/advise", { body, signal: controller.signal }, (progress) =>
      setWork({ ...IDLE, isRunning: true, progress }),
    );
    if (abort.current !== controller) return;
    setWork(finished.ok ? IDLE : { ...IDLE, failure: finished.failure });
    runsChanged();
    if (finished.ok) onDone(finished.value.run);
  };
  return { work, start: (body: object) => void start(body), stop: () => abort.current?.abort() };
}

/** Loads a saved run; null while it loads. */
export function useAdviceRun(id: string | null): Finished<AdviceRun> | null {
  const [found, setFound] = useState<{ id: string; answer: Finished<AdviceRun> } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let isWanted = true;
    void readRun(id).then((answer) => isWanted && setFound({ id, answer: answer as Finished<AdviceRun> }));
    return () => {
      isWanted = false;
    };
  }, [id]);
  return found !== null && found.id === id ? found.answer : null;
}
