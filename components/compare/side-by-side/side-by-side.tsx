"use client";
import { type CSSProperties, memo, useCallback, useMemo, useRef } from "react";
import type { ComparedStrategy } from "@/lib/api/schemas/compare";
import { type AlignedRow, type InsertedRow, withInserted } from "@/lib/view-models/aligned-transcript";
import type { Chosen } from "../shared/compare-types";
import { AlignedList, type ListHandle } from "./aligned-list";
import { SideBySideHead } from "./side-by-side-head";

type Props = {
  rows: readonly AlignedRow[];
  results: readonly ComparedStrategy[];
  chosen: readonly Chosen[];
  /** The strategy shown on a phone. */
  column: number;
  view: "all" | "changes";
  onView: (view: "all" | "changes") => void;
  /** Position of the original part at the top, from the link. */
  row: number | null;
  onRow: (row: number) => void;
  onOpen: (row: AlignedRow | InsertedRow, strategy: number) => void;
  /** null: there are no two strategies to show against each other. */
  onDiff: (() => void) | null;
  status: string | null;
};

/** The original and what each strategy made of it, aligned by part; one scroll for all columns. */
export const SideBySide = memo(function SideBySide(props: Props) {
  const { rows, results, chosen, column, view, onView, row, onRow, onOpen, onDiff, status } = props;
  const all = useMemo(() => withInserted(rows, results), [rows, results]);
  const shown = useMemo(() => (view === "all" ? all : all.filter((candidate) => candidate.isChanged)), [all, view]);
  const list = useRef<ListHandle>(null);
  const go = useCallback((step: 1 | -1) => list.current?.go(step), []);
  // Head and rows are grids of their own: only definite widths keep their columns in line.
  const columns = useMemo(
    () =>
      ({
        "--columns": `minmax(220px, 372px) repeat(${chosen.length}, minmax(140px, 1fr))`,
        "--least": `${220 + chosen.length * 140}px`,
      }) as CSSProperties,
    [chosen.length],
  );
  return (
    <section aria-label="Side by side" style={columns} className="min-w-0">
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
