"use client";
import { useCallback, useMemo } from "react";
import type { CostAnswer, CostCause } from "@/lib/api/schemas/cost-answer";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import { answeredBreaks, causesByRequest, openingOf } from "@/lib/view-models/answer/cause-of-request";
import { rankedCauses } from "@/lib/view-models/answer/ranked-causes";

/** The cause chosen at first; null if the session has none. */
const firstOf = (answer: CostAnswer): CostCause | null =>
  rankedCauses(answer)[0] ?? answer.causes[0] ?? answer.unexplained;

/** The page's initial request, counted from 0: the costliest of the first cause, otherwise the last request. */
export const useOpening = (answer: CostAnswer, rows: readonly RequestRow[]): number =>
  useMemo(() => openingOf(firstOf(answer), rows) ?? rows.length - 1, [answer, rows]);

/**
 * The chosen cause, its breaks, and a setter. `wanted`: the id in the URL. `onChoose` gets the cause's id and the
 * position of its costliest request, counted from 0, or null if the agent has no such request.
 */
export function useAnswer(
  answer: CostAnswer,
  rows: readonly RequestRow[],
  wanted: string | null,
  onChoose: (id: string, at: number | null) => void,
) {
  const causes = useMemo(() => causesByRequest(answer), [answer]);
  const all = [...answer.causes, ...(answer.unexplained ? [answer.unexplained] : [])];
  const cause = all.find(({ id }) => id === wanted) ?? firstOf(answer);
  const breaks = useMemo(() => answeredBreaks(rows, answer, cause), [rows, answer, cause]);
  const choose = useCallback((next: CostCause) => onChoose(next.id, openingOf(next, rows)), [rows, onChoose]);
  /** The cause's next or previous request. */
  const nextOfCause = (at: number, step: 1 | -1): number | undefined => {
    const own = (breaks ?? []).flatMap((found) => (found.isChosen ? [found.at] : []));
    return step > 0 ? own.find((other) => other > at) : own.findLast((other) => other < at);
  };
  return { causes, cause, breaks, choose, nextOfCause };
}
