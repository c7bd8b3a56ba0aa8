"use client";
import { useEffect, useState } from "react";
import type { ReplayAnswer } from "@/lib/api/schemas/replay";

export type ReplayRun = {
  readonly data: ReplayAnswer | null;
  /** The request that `data` answers. */
  readonly key: string | null;
  readonly isRunning: boolean;
  /** How far a job is, in words. */
  readonly progress: string | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
};

const IDLE: ReplayRun = { data: null, key: null, isRunning: false, progress: null, failure: null };
const DELAY_MS = 300;
const POLL_MS = 700;

/** Replays whenever `body` or `attempt` changes. A newer run stops the one before, its job included. */
export function useReplay(body: string, attempt: number): ReplayRun & { cancel: () => void } {
  const [state, setState] = useState<ReplayRun>(IDLE);
  const [abort, setAbort] = useState<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setAbort(controller);
    setState((before) => ({ ...before, isRunning: true, progress: null, failure: null }));
    const tell = (progress: string) => !signal.aborted && setState((before) => ({ ...before, progress }));
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
      failure: { code: "cancelled", message: "Cancelled. Nothing was changed." },
    }));
  };
  return { ...state, cancel };
}

type Outcome = Partial<ReplayRun> & { readonly isRunning: false };
type Tell = (progress: string) => void;

const refused = (answer: { code?: unknown; detail?: unknown; message?: unknown }): Outcome => ({
  isRunning: false,
  progress: null,
  failure: {
    code: String(answer.code ?? "refused"),
    message: String(answer.detail ?? answer.message ?? "The server refused."),
  },
});

const done = (body: string, data: ReplayAnswer): Outcome => ({ isRunning: false, progress: null, data, key: body });

async function run(body: string, signal: AbortSignal, tell: Tell): Promise<Outcome> {
  try {
    const headers = { "content-type": "application/json" };
    const response = await fetch("/api/replay", { method: "POST", headers, body, signal });
    const answer = await response.json();
    if (response.status === 202) return await follow(String(answer.job.id), body, signal, tell);
    return response.ok ? done(body, answer as ReplayAnswer) : refused(answer);
  } catch {
    return refused({ code: "no-answer", message: "The server did not answer." });
  }
}

/** A large session: asks for the job until it has ended, and ends it when nobody waits any more. */
async function follow(id: string, body: string, signal: AbortSignal, tell: Tell): Promise<Outcome> {
  const url = `/api/jobs/${encodeURIComponent(id)}`;
  signal.addEventListener("abort", () => void fetch(url, { method: "DELETE" }), { once: true });
  for (;;) {
    const job = await (await fetch(url, { signal })).json();
    if (job.state === "done") return done(body, job.result as ReplayAnswer);
    if (job.state === "failed" || job.state === "cancelled") return refused(job.error ?? { code: job.state });
    tell(progressText(job.progress));
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function progressText(progress: { stage?: string; policy?: string; done?: number; policies?: number } | null): string {
  if (progress?.stage !== "replaying") return "reading the session…";
  return `replaying ${progress.policy}, ${(progress.done ?? 0) + 1} of ${progress.policies}…`;
}
