"use client";
import { memo, useCallback, useMemo, useRef } from "react";
import { useSay } from "@/components/words/words-provider";
import type { ComparedStrategy } from "@/lib/api/schemas/compare";
import type { AlignedRow } from "@/lib/view-models/compare/aligned-transcript";
import { countDiff, type DiffPair, toDiffItems, toDiffRows } from "@/lib/view-models/compare/strategy-diff";
import type { Chosen } from "../shared/compare-types";
import type { ListHandle } from "../side-by-side/aligned-list";
import { DiffCountsLine } from "./diff-counts-line";
import { DiffList } from "./diff-list";
import { StrategyDiffHead } from "./strategy-diff-head";

type Props = {
  sessionId: string;
  rows: readonly AlignedRow[];
  results: readonly ComparedStrategy[];
  chosen: readonly Chosen[];
  /** Slots of A and B. */
  pair: DiffPair;
  onPair: (pair: DiffPair | null) => void;
  view: "all" | "changes";
  onView: (view: "all" | "changes") => void;
  status: string | null;
};

/** Compares two strategies: what only one of them keeps and what both changed differently, with the texts. */
export const StrategyDiff = memo(function StrategyDiff(props: Props) {
  const say = useSay();
  const { sessionId, rows, results, chosen, pair, onPair, view, onView, status } = props;
  const [a, b] = placesOf(chosen, pair);
  const diff = useMemo(() => toDiffRows(rows, results, [a, b]), [rows, results, a, b]);
  const items = useMemo(() => toDiffItems(diff, view === "all"), [diff, view]);
  const counts = useMemo(() => countDiff(diff), [diff]);
  const names = useMemo(() => [chosen[a]?.choice.id ?? "A", chosen[b]?.choice.id ?? "B"] as const, [chosen, a, b]);
  const slots = useMemo(
    (): DiffPair => [chosen[a]?.choice.slot ?? pair[0], chosen[b]?.choice.slot ?? pair[1]],
    [chosen, a, b, pair],
  );
  const list = useRef<ListHandle>(null);
  const go = useCallback((step: 1 | -1) => list.current?.go(step), []);
  return (
    <section aria-label={say("Two strategies")} className="min-w-0">
      <StrategyDiffHead chosen={chosen} pair={slots} onPair={onPair} view={view} onView={onView} onGo={go} />
      <DiffCountsLine counts={counts} names={names} status={status} />
      {counts["only-a"].rows + counts["only-b"].rows + counts.differs.rows === 0 ? (
        <p className="px-4 pb-2 text-small text-tx2 max-sm:px-3">{say("Both send exactly the same.")}</p>
      ) : null}
      <DiffList ref={list} sessionId={sessionId} items={items} names={names} slots={slots} />
    </section>
  );
});

/** The columns of the pair; a slot that is no longer chosen is replaced by the first free column. */
function placesOf(chosen: readonly Chosen[], [a, b]: DiffPair): [number, number] {
  const find = (slot: number) => chosen.findIndex(({ choice }) => choice.slot === slot);
  const left = Math.max(0, find(a));
  const right = find(b);
  return [left, right >= 0 && right !== left ? right : left === 0 ? 1 : 0];
}
