"use client";
import { type CSSProperties, memo, useCallback, useMemo, useRef } from "react";
import { useSay } from "@/components/words/words-provider";
import type { ComparedStrategy } from "@/lib/api/schemas/compare";
import { type AlignedRow, type InsertedRow, withInserted } from "@/lib/view-models/compare/aligned-transcript";
import type { Chosen } from "../shared/compare-types";
import { AlignedList, type ListHandle } from "./aligned-list";
import { SideBySideHead } from "./side-by-side-head";

type Props = {
  rows: readonly AlignedRow[];
  results: readonly ComparedStrategy[];
  chosen: readonly Chosen[];
  /** The column of the strategy that a phone shows. */
  column: number;
  view: "all" | "changes";
  onView: (view: "all" | "changes") => void;
  /** Position of the original part at the top, from the URL. */
  row: number | null;
  onRow: (row: number) => void;
  onOpen: (row: AlignedRow | InsertedRow, strategy: number) => void;
  /** Opens the comparison of two strategies; null if fewer than two are chosen. */
  onDiff: (() => void) | null;
  status: string | null;
};

/** The original beside the result of each strategy, aligned by part; all columns scroll together. */
export const SideBySide = memo(function SideBySide(props: Props) {
  const say = useSay();
  const { rows, results, chosen, column, view, onView, row, onRow, onOpen, onDiff, status } = props;
  const all = useMemo(() => withInserted(rows, results), [rows, results]);
  const shown = useMemo(() => (view === "all" ? all : all.filter((candidate) => candidate.isChanged)), [all, view]);
  const list = useRef<ListHandle>(null);
  const go = useCallback((step: 1 | -1) => list.current?.go(step), []);
  // Head and rows are separate grids, so their columns align only if the widths are fixed.
  const columns = useMemo(
    () =>
      ({
        "--columns": `minmax(220px, 372px) repeat(${chosen.length}, minmax(140px, 1fr))`,
        "--least": `${220 + chosen.length * 140}px`,
      }) as CSSProperties,
    [chosen.length],
  );
  return (
    <section aria-label={say("Side by side")} style={columns} className="min-w-0">
      <SideBySideHead rows={rows} view={view} onView={onView} onGo={go} onDiff={onDiff} status={status} />
      <AlignedList
        ref={list}
        rows={rows}
        shown={shown}
        chosen={chosen}
        column={column}
        row={row}
        onRow={onRow}
        onOpen={onOpen}
      />
    </section>
  );
});
