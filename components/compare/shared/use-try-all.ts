"use client";
import { useEffect, useMemo, useRef, useState } from "react";
import { callApi, type Finished } from "@/components/api/call-api";
import { useSay } from "@/components/words/words-provider";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { bestResults, type RecommendationWish } from "@/lib/view-models/compare/recommendation";
import type { SessionRequest } from "@/lib/view-models/compare/session-request";
import { MAX_CHOICES, type StrategyChoice } from "@/lib/view-models/compare/strategy-choice";
import { problemText } from "@/lib/wording/problem-text";
import { type ComparisonInput, comparisonBody } from "./use-comparison";
import { useLatest } from "./use-latest";

type Place = { readonly session: SessionRequest; readonly force: boolean };
type Input = {
  readonly place: Place;
  readonly strategies: readonly StrategyAnswer[];
  readonly wish: Omit<RecommendationWish, "isByRule">;
  /** Receives the best strategies, in slots starting at 1. */
  readonly onBest: (choices: StrategyChoice[]) => void;
};

/** Strategies per call: few, so that progress is visible and stopping takes effect soon. */
const AT_ONCE = 6;

/**
 * Tries every strategy that needs no model at this request and selects the six that suit the goal best. First applies
 * all, which is fast, and then measures only those that change something.
 */
export function useTryAll({ place, strategies, wish, onBest }: Input) {
  const say = useSay();
  const [progress, setProgress] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const tryThem = async () => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    const all = strategies.filter(({ model }) => model === "none").map(({ id }) => ({ slot: 1, id, params: {} }));
    const tried = await inBatches(all, place, controller.signal, (done) =>
      setProgress(say("tried {done} of {count}…", { done, count: all.length })),
    );
    if (controller.signal.aborted) return;
    if (!tried.ok) return setProgress(problemText(tried.failure, say));
    const changing = all.filter((_, index) => tried.value[index]?.status === "applied");
    const measured = await inBatches(changing, { ...place, report: "losses" }, controller.signal, (done) =>
      setProgress(say("measured {done} of the {count} that change something…", { done, count: changing.length })),
    );
    if (controller.signal.aborted) return;
    if (!measured.ok) return setProgress(problemText(measured.failure, say));
    const best = bestResults({ results: measured.value }, { ...wish, isByRule: [] }, MAX_CHOICES);
    const ids = best.flatMap((index) => changing[index]?.id ?? []);
    const chosen = ids.length > 0 ? ids : changing.slice(0, MAX_CHOICES).map(({ id }) => id);
    setProgress(chosen.length === 0 ? say("none of {count} changes anything here", { count: all.length }) : null);
    if (chosen.length > 0) onBest(chosen.map((id, index) => ({ slot: index + 1, id, params: {} })));
  };
  const start = useLatest(() => void tryThem());
  const stop = useLatest(() => {
    abort.current?.abort();
    setProgress(null);
  });
  const isTrying = progress?.endsWith("…") ?? false;
  return useMemo(() => ({ start, stop, progress, isTrying }), [start, stop, progress, isTrying]);
}

type Results = CompareAnswer["results"];

/** The results in choice order, or the failure of the first batch that the server rejects. */
async function inBatches(
  choices: readonly StrategyChoice[],
  place: Place & Pick<ComparisonInput, "report">,
  signal: AbortSignal,
  tell: (done: number) => void,
): Promise<Finished<Results>> {
  const results: Results[number][] = [];
  for (let from = 0; from < choices.length && !signal.aborted; from += AT_ONCE) {
    tell(from);
    const body = comparisonBody({ ...place, choices: choices.slice(from, from + AT_ONCE) });
    const called = await callApi("POST /api/compress/compare", { body, signal });
    if (!called.ok) return called;
    results.push(...called.value.results);
  }
  return { ok: true, value: results };
}
