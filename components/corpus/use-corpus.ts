"use client";
import { useEffect, useRef, useState } from "react";
import { type Failure, type Finished, type JobProgress, runJob } from "@/components/runs/follow-job";
import { readRun, runsChanged } from "@/components/runs/runs-store";
import type { CorpusResult } from "@/lib/api/schemas/corpus";
import type { RunRow } from "@/lib/api/schemas/run";

export type CorpusRun = RunRow & { readonly result: CorpusResult };

export type CorpusWork = {
  readonly isRunning: boolean;
  readonly progress: JobProgress | null;
  readonly failure: Failure | null;
};
const IDLE: CorpusWork = { isRunning: false, progress: null, failure: null };

/** Runs the job; its end is a saved run, told by its id. Leaving the page ends it. */
export function useCorpusJob(onDone: (run: string) => void) {
  const [work, setWork] = useState<CorpusWork>(IDLE);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const start = async (body: object) => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    setWork({ ...IDLE, isRunning: true });
    const finished = await runJob<{ run: string }>("/api/corpus", JSON.stringify(body), controller.signal, (progress) =>
      setWork({ ...IDLE, isRunning: true, progress }),
    );
    if (abort.current !== controller) return;
    setWork(finished.ok ? IDLE : { ...IDLE, failure: finished.failure });
    if (!finished.ok) return;
    runsChanged();
    onDone(finished.value.run);
  };
  return { work, start: (body: object) => void start(body), stop: () => abort.current?.abort() };
}

/** A saved run; null while it is read. */
export function useCorpusRun(id: string | null): Finished<CorpusRun> | null {
  const [found, setFound] = useState<{ id: string; answer: Finished<CorpusRun> } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let isWanted = true;
    void readRun<CorpusRun>(id).then((answer) => isWanted && setFound({ id, answer }));
    return () => {
      isWanted = false;
    };
  }, [id]);
  return found !== null && found.id === id ? found.answer : null;
}
