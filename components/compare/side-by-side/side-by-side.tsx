"use client";
import { GitCompareArrows } from "lucide-react";
import { type CSSProperties, memo, useCallback, useMemo, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import type { ComparedStrategy } from "@/lib/api/schemas/compare";
import { type AlignedRow, type InsertedRow, withInserted } from "@/lib/view-models/compare/aligned-transcript";
import { formatTokens } from "@/lib/wording/number-format";
import { sentence } from "@/lib/wording/say";
import type { Chosen } from "../shared/compare-types";
import { AlignedList, type ListHandle } from "./aligned-list";
import { ChangeSteps } from "./change-steps";

type Props = {
  rows: readonly AlignedRow[];
  results: readonly ComparedStrategy[];
  chosen: readonly Chosen[];
  /** The column of the strategy shown on a phone. */
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

/** The original next to the result of each strategy, aligned by part; all columns scroll together. */
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

type SideBySideHeadProps = {
  rows: readonly AlignedRow[];
  view: "all" | "changes";
  onView: (view: "all" | "changes") => void;
  onGo: (step: 1 | -1) => void;
  onDiff: (() => void) | null;
  status: string | null;
};

/** The legend, the choice of rows, and buttons to step from change to change. Not re-rendered while scrolling. */
const SideBySideHead = memo(function SideBySideHead({ rows, view, onView, onGo, onDiff, status }: SideBySideHeadProps) {
  const say = useSay();
  const changed = useMemo(() => rows.filter((row) => row.isChanged).length, [rows]);
  const hidden = view === "changes" ? say(", {count} hidden", { count: formatTokens(rows.length - changed) }) : "";
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 max-sm:px-3">
      <h2 className="font-semibold text-small">{say("Side by side")}</h2>
      <PartStatusLegend />
      <span className="text-micro text-tx3" role="status">
        {status ??
          say("{count} parts, {changed} changed{hidden}", {
            count: formatTokens(rows.length),
            changed: formatTokens(changed),
            hidden,
          })}
      </span>
      <ChangeSteps noun="change" view={view} onView={onView} onGo={onGo}>
        {onDiff ? (
          <Button size="sm" onClick={onDiff}>
            <GitCompareArrows aria-hidden />
            {say("Diff two…")}
          </Button>
        ) : null}
      </ChangeSteps>
    </div>
  );
});

const STATUSES = [
  { label: sentence("kept"), className: "bg-s3" },
  { label: sentence("edited"), className: "bg-tx2" },
  { label: sentence("dropped"), className: "hatch-dropped outline-1 outline-line2" },
  { label: sentence("summarised"), className: "bg-kind-summary" },
  { label: sentence("put aside"), className: "lines-aside" },
];

function PartStatusLegend() {
  const say = useSay();
  return (
    <ul aria-label={say("What happened to a part")} className="flex gap-3 text-micro text-tx2 max-sm:hidden">
      {STATUSES.map(({ label, className }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span aria-hidden className={cn("pattern size-2.5", className)} />
          {say(label)}
        </li>
      ))}
    </ul>
  );
}
