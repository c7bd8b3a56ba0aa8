"use client";
import { useEffect, useRef, useState } from "react";
import { type ApiFailure, callApi } from "@/components/api/call-api";
import { runJob } from "@/components/api/follow-job";
import type { JobProgress } from "@/lib/api/schemas/job";
import type { Judgement } from "@/lib/api/schemas/judge";

export type JudgeSettings = { readonly model: string; readonly answer_model: string };

/** The operator's judge settings; null while loading, and if there is no judge. */
export function useJudgeSettings(): JudgeSettings | null {
  const [settings, setSettings] = useState<JudgeSettings | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    void callApi("GET /api/evaluate", { signal: controller.signal }).then((called) => {
      if (called.ok) setSettings(called.value.judge); // without an answer only the proxy is shown
    });
    return () => controller.abort();
  }, []);
  return settings;
}

export type JudgeState =
  | { readonly status: "idle" }
  | { readonly status: "running"; readonly progress: JobProgress | null; readonly isPlan: boolean }
  | { readonly status: "planned"; readonly judge: Judgement }
  /** `answer`: the complete evaluation, for saving. */
  | { readonly status: "done"; readonly judge: Judgement; readonly answer: object }
  | { readonly status: "failed"; readonly failure: Pick<ApiFailure, "code" | "message"> };

/** Plans the questions first, then asks them. `body`: an evaluation with its `judge`; a different body resets the state. */
export function useJudge(body: { readonly judge: object }) {
  const key = JSON.stringify(body);
  const [state, setState] = useState<{ key: string; value: JudgeState }>({ key, value: { status: "idle" } });
  const abort = useRef<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new body aborts the work for the previous one
  useEffect(() => () => abort.current?.abort(), [key]);
  const start = async (isPlan: boolean) => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    const set = (value: JudgeState) => abort.current === controller && setState({ key, value });
    set({ status: "running", progress: null, isPlan });
    const sent = { ...body, judge: { ...body.judge, dry_run: isPlan } };
    const options = { query: { job: true }, body: sent, signal: controller.signal };
    const finished = await runJob("evaluate", "POST /api/evaluate", options, (progress) =>
      set({ status: "running", progress, isPlan }),
    );
    if (!finished.ok) return set({ status: "failed", failure: finished.failure });
    const answer = finished.value;
    const { judge } = answer;
    if (judge === undefined || judge.status === "unavailable")
      return set({ status: "failed", failure: { code: "unavailable", message: judge?.message ?? "" } });
    set(isPlan ? { status: "planned", judge } : { status: "done", judge, answer });
  };
  return {
    state: state.key === key ? state.value : ({ status: "idle" } as const),
    plan: () => void start(true),
    run: () => void start(false),
    stop: () => abort.current?.abort(),
    forget: () => setState({ key, value: { status: "idle" } }),
  };
}
