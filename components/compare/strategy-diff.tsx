"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useMemo, useRef, useState } from "react";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import type { AlignedRow } from "@/lib/view-models/aligned-transcript";
import type { ResultJson } from "@/lib/view-models/comparison";
import {
  countDiff,
  type DiffPair,
  isDifference,
  nextDifference,
  toDiffItems,
  toDiffRows,
} from "@/lib/view-models/strategy-diff";
import type { Chosen } from "./compare-types";
import { DiffCountsLine } from "./diff-counts-line";
import { StrategyDiffHead } from "./strategy-diff-head";
import { DIFF_GRID, StrategyDiffRow } from "./strategy-diff-row";
import { StrategyMark } from "./strategy-mark";

type Props = {
  sessionId: string;
  rows: readonly AlignedRow[];
  results: readonly ResultJson[];
  chosen: readonly Chosen[];
  /** Slots of A and B. */
  pair: DiffPair;
  onPair: (pair: DiffPair | null) => void;
  view: "all" | "changes";
  onView: (view: "all" | "changes") => void;
  status: string | null;
};

const KEYS = [
  {
    title: "Compare",
    shortcuts: [
      { does: "next difference", keys: ["n"] },
      { does: "previous difference", keys: ["p"] },
    ],
  },
];

/** Two strategies against each other: what only one shows, what both rewrote differently, with the text itself. */
export function StrategyDiff({ sessionId, rows, results, chosen, pair, onPair, view, onView, status }: Props) {
  const [a, b] = placesOf(chosen, pair);
  const diff = useMemo(() => toDiffRows(rows, results, [a, b]), [rows, results, a, b]);
  const items = useMemo(() => toDiffItems(diff, view === "all"), [diff, view]);
  const counts = useMemo(() => countDiff(diff), [diff]);
  const names = useMemo(() => [chosen[a]?.choice.id ?? "A", chosen[b]?.choice.id ?? "B"] as const, [chosen, a, b]);
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.type === "run" ? 29 : 45),
    getItemKey: (index) => keyOf(items[index]) ?? index,
    overscan: 10,
  });
  const [open, setOpen] = useState<string | null>(null);
  const toggle = useCallback((key: string) => setOpen((before) => (before === key ? null : key)), []);
  const go = (step: 1 | -1) => {
    const at = items.findIndex((item) => keyOf(item) === open);
    const first = virtual.range?.startIndex ?? 0;
    const next = nextDifference(items, at >= 0 ? at : step === 1 ? first - 1 : first, step);
    if (next === null) return;
    setOpen(keyOf(items[next]) ?? null);
    virtual.scrollToIndex(next, { align: "start" });
  };
  useShortcuts(KEYS, { n: () => go(1), p: () => go(-1) });
  return (
    <section aria-label="Two strategies" className="min-w-0">
      <StrategyDiffHead
        chosen={chosen}
        pair={[chosen[a]?.choice.slot ?? pair[0], chosen[b]?.choice.slot ?? pair[1]]}
        onPair={onPair}
        view={view}
        onView={onView}
        onGo={go}
      />
      <DiffCountsLine counts={counts} names={names} status={status} />
      <section
        ref={scroller}
        aria-label="Differences"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls and must be reachable by keyboard
        tabIndex={0}
        className="relative h-[72vh] min-h-80 overflow-auto border-line2 border-y"
      >
        <div className={`${DIFF_GRID} sticky top-0 z-10 border-line2 border-b bg-bg`}>
          <span className="px-4 py-1.5 text-micro text-tx3 max-sm:hidden">original</span>
          {[a, b].map((place, side) => (
            <span
              key={side === 0 ? "a" : "b"}
              className="flex min-w-0 items-center gap-2 border-line border-l px-3 py-1.5 font-medium text-small"
            >
              <StrategyMark slot={chosen[place]?.choice.slot ?? 1} />
              <span className="truncate">{names[side]}</span>
            </span>
          ))}
        </div>
        {diff.some(isDifference) ? null : <p className="px-4 py-6 text-small text-tx2">Both send exactly the same.</p>}
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const item = items[index];
            return item ? (
              <StrategyDiffRow
                key={key}
                ref={virtual.measureElement}
                sessionId={sessionId}
                position={index}
                top={start}
                item={item}
                names={names}
                isOpen={open !== null && keyOf(item) === open}
                onToggle={toggle}
              />
            ) : null;
          })}
        </ul>
      </section>
    </section>
  );
}

const keyOf = (item: ReturnType<typeof toDiffItems>[number] | undefined): string | undefined =>
  item?.type === "row" ? item.row.key : item?.key;

/** Columns of the pair; a slot that is not chosen any more gives way to the first free column. */
function placesOf(chosen: readonly Chosen[], [a, b]: DiffPair): [number, number] {
  const find = (slot: number) => chosen.findIndex(({ choice }) => choice.slot === slot);
  const left = Math.max(0, find(a));
  const right = find(b);
  return [left, right >= 0 && right !== left ? right : left === 0 ? 1 : 0];
}
