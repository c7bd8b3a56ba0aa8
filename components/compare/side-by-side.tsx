"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronUp } from "lucide-react";
import { type CSSProperties, useEffect, useMemo, useRef, useState } from "react";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { type AlignedRow, nextChange } from "@/lib/view-models/aligned-transcript";
import { formatTokens } from "@/lib/view-models/number-format";
import { ALIGNED_GRID } from "./aligned-grid";
import { AlignedRowView } from "./aligned-row";
import type { Chosen } from "./compare-types";
import { FateLegend } from "./fate-legend";
import { MiniMap } from "./mini-map";
import { StrategyMark } from "./strategy-mark";

type Props = {
  rows: readonly AlignedRow[];
  chosen: readonly Chosen[];
  /** The strategy shown on a phone. */
  column: number;
  view: "all" | "changes";
  onView: (view: "all" | "changes") => void;
  /** Position of the original part at the top, from the link. */
  row: number | null;
  onRow: (row: number) => void;
  onOpen: (row: AlignedRow, strategy: number) => void;
  status: string | null;
};

const KEYS = [
  {
    title: "Compare",
    shortcuts: [
      { does: "next change", keys: ["n"] },
      { does: "previous change", keys: ["p"] },
    ],
  },
];

/** The original and what each strategy made of it, aligned by part; one scroll for all columns. */
export function SideBySide({ rows, chosen, column, view, onView, row, onRow, onOpen, status }: Props) {
  const shown = useMemo(() => (view === "all" ? rows : rows.filter((candidate) => candidate.isChanged)), [rows, view]);
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    overscan: 12,
  });
  /** Index of the original part that n and p stand on. */
  const [current, setCurrent] = useState<number | null>(null);
  const go = (step: 1 | -1) => {
    const first = virtual.range?.startIndex ?? 0;
    const at = shown.findIndex((candidate) => candidate.index === current);
    const next = nextChange(shown, at >= 0 ? at : step === 1 ? first - 1 : first, step);
    const target = next === null ? undefined : shown[next];
    if (next === null || !target) return;
    setCurrent(target.index);
    virtual.scrollToIndex(next, { align: "start" });
    onRow(target.index);
  };
  useShortcuts(KEYS, { n: () => go(1), p: () => go(-1) });
  useStartAt(row, shown, (index) => {
    virtual.scrollToIndex(index, { align: "start" });
    setCurrent(shown[index]?.index ?? null);
  });
  const visible = virtual.getVirtualItems();
  const changed = rows.filter((candidate) => candidate.isChanged).length;
  // Head and rows are grids of their own: only definite widths keep their columns in line.
  const columns = {
    "--columns": `minmax(220px, 372px) repeat(${chosen.length}, minmax(140px, 1fr))`,
    "--least": `${220 + chosen.length * 140}px`,
  } as CSSProperties;
  return (
    <section aria-label="Side by side" style={columns} className="min-w-0">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 max-sm:px-3">
        <h2 className="font-semibold text-small">Side by side</h2>
        <FateLegend />
        <span className="text-micro text-tx3" role="status">
          {status ??
            `${formatTokens(rows.length)} parts, ${formatTokens(changed)} changed${view === "changes" ? `, ${formatTokens(rows.length - changed)} hidden` : ""}`}
        </span>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <SegmentedControl
            label="Rows"
            value={view}
            onValueChange={onView}
            segments={[
              { value: "all", label: "All rows" },
              { value: "changes", label: "Changes only" },
            ]}
          />
          <Button size="sm" onClick={() => go(-1)}>
            <ChevronUp aria-hidden />
            Previous{" "}
            <Kbd aria-hidden className="max-sm:hidden">
              p
            </Kbd>
          </Button>
          <Button size="sm" onClick={() => go(1)}>
            <ChevronDown aria-hidden />
            Next change{" "}
            <Kbd aria-hidden className="max-sm:hidden">
              n
            </Kbd>
          </Button>
        </div>
      </div>
      <div className="flex h-[72vh] min-h-80 border-line2 border-y">
        <section
          ref={scroller}
          aria-label="Aligned transcript"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls and must be reachable by keyboard
          tabIndex={0}
          className="h-full min-w-0 flex-1 overflow-auto"
        >
          <Head chosen={chosen} column={column} count={rows.length} />
          <ul className="relative" style={{ height: virtual.getTotalSize() }}>
            {visible.map((item) => {
              const aligned = shown[item.index];
              if (!aligned) return null;
              return (
                <AlignedRowView
                  key={item.key}
                  ref={virtual.measureElement}
                  position={item.index}
                  top={item.start}
                  row={aligned}
                  chosen={chosen}
                  column={column}
                  isCurrent={aligned.index === current}
                  onOpen={onOpen}
                />
              );
            })}
          </ul>
        </section>
        <MiniMap
          rows={rows}
          shown={shown}
          chosen={chosen}
          first={visible[0]?.index ?? 0}
          last={visible.at(-1)?.index ?? 0}
          onJump={(index) => virtual.scrollToIndex(index, { align: "start" })}
        />
      </div>
    </section>
  );
}

/** Opens at the row of the link, once, when the rows are there. */
function useStartAt(row: number | null, shown: readonly AlignedRow[], start: (index: number) => void) {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || shown.length === 0) return;
    isDone.current = true;
    const index = row === null ? -1 : shown.findIndex((candidate) => candidate.index >= row);
    // A frame later the list has its height and can scroll.
    if (index > 0) requestAnimationFrame(() => start(index));
  }, [row, shown, start]);
}

function Head({ chosen, column, count }: { chosen: readonly Chosen[]; column: number; count: number }) {
  return (
    <div className={`${ALIGNED_GRID} sticky top-0 z-10 w-full border-line2 border-b bg-bg`}>
      <div className="sticky left-0 z-10 bg-bg px-4 py-1.5 text-micro text-tx3 max-sm:px-3">
        original, {formatTokens(count)} parts
      </div>
      {chosen.map(({ choice }, index) => (
        <div
          key={choice.id}
          className={`flex min-w-0 items-center gap-2 border-line border-l px-3 py-1.5 font-medium text-small ${index === column ? "" : "max-sm:hidden"}`}
        >
          <StrategyMark slot={choice.slot} />
          <span className="truncate">{choice.id}</span>
        </div>
      ))}
    </div>
  );
}
