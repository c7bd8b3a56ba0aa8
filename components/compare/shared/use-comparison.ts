"use client";
import { useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { useSay } from "@/components/words/words-provider";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import type { SessionRequest } from "@/lib/view-models/compare/session-request";
import { type StrategyChoice, toRecipe } from "@/lib/view-models/compare/strategy-choice";

export type ComparisonState = {
  readonly data: CompareAnswer | null;
  /** The API request body that `data` answers. */
  readonly key: string | null;
  readonly isRunning: boolean;
  readonly ms: number | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
};

const IDLE: ComparisonState = { data: null, key: null, isRunning: false, ms: null, failure: null };

export type ComparisonInput = {
  readonly session: SessionRequest;
  readonly choices: readonly StrategyChoice[];
  readonly force: boolean;
  /** Also measure what is lost, which takes longer; `all`: report what happened to each part as well. */
  readonly report?: "losses" | "all";
  /** The model for summaries; without one a rule writes them, even if the server has a model. */
  readonly model?: string | null;
};

/** The body of `POST /api/compress/compare`. Comparing bodies shows whether a result is still current. */
export function comparisonBody({ session, choices, force, report, model }: ComparisonInput): string {
  return JSON.stringify({
    session,
    strategies: choices.map(toRecipe),
    ...(force && { force }),
    summarizer: model ?? "extractive",
    include: report === "all" ? ["edits", "provenance", "evaluation"] : report === "losses" ? ["evaluation"] : [],
  });
}

/**
 * Runs the comparison whenever `body` or `attempt` changes, unless `body` is null. A new run aborts the previous one.
 */
export function useComparison(body: string | null, attempt: number): ComparisonState & { cancel: () => void } {
  const say = useSay();
  const [state, setState] = useState<ComparisonState>(IDLE);
  const [abort, setAbort] = useState<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the same request.
  useEffect(() => {
    if (body === null) return;
    const controller = new AbortController();
    setAbort(controller);
    setState((before) => ({ ...before, isRunning: true, failure: null }));
    void run(body, controller.signal).then((next) => next && setState(next));
    return () => controller.abort();
  }, [body, attempt]);
  const cancel = () => {
    abort?.abort();
    setState((before) => ({
      ...before,
      isRunning: false,
      failure: { code: "cancelled", message: say("Cancelled. Nothing was changed.") },
    }));
  };
  return { ...state, cancel };
}

async function run(body: string, signal: AbortSignal): Promise<ComparisonState | null> {
  const startedAt = performance.now();
  const called = await callApi("POST /api/compress/compare", { body, signal });
  if (signal.aborted) return null;
  if (!called.ok) return { ...IDLE, failure: called.failure };
  const ms = Math.round(performance.now() - startedAt);
  return { data: called.value, key: body, isRunning: false, ms, failure: null };
}
