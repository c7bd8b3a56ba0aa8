"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type Ref, useCallback, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import { useIsPhone } from "@/components/ui/use-is-phone";
import { useSay } from "@/components/words/words-provider";
import { type DiffItem, type DiffPair, nextDifference } from "@/lib/view-models/compare/strategy-diff";
import { sentence } from "@/lib/wording/say";
import { StrategyMark } from "../shared/strategy-mark";
import { useLatest } from "../shared/use-latest";
import type { ListHandle } from "../side-by-side/aligned-list";
import { DIFF_GRID, diffRowHeight, StrategyDiffRow } from "./strategy-diff-row";

type Props = {
  ref: Ref<ListHandle>;
  sessionId: string;
  items: readonly DiffItem[];
  names: readonly [string, string];
  slots: DiffPair;
};

const KEYS = [
  {
    title: sentence("Compare"),
    shortcuts: [
      { does: sentence("next difference"), keys: ["n"] },
      { does: sentence("previous difference"), keys: ["p"] },
    ],
  },
];

/** Lists the differences; only the visible rows are rendered. */
export function DiffList({ ref, sessionId, items, names, slots }: Props) {
  const say = useSay();
  const scroller = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<string | null>(null);
  const isPhone = useIsPhone();
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    // Exact except for the open row. Measuring every row that becomes visible would cost a layout in each frame.
    estimateSize: (index) => diffRowHeight(items[index]?.type ?? "row", isPhone),
    // An open row has another key, so that its measured height is not kept after it closes.
    getItemKey: (index) => `${keyOf(items[index]) ?? index}${keyOf(items[index]) === open ? say(" open") : ""}`,
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of rows depends on the width
  useLayoutEffect(() => virtual.measure(), [isPhone]);
  const toggle = useCallback((key: string) => setOpen((before) => (before === key ? null : key)), []);
  const go = useLatest((step: 1 | -1) => {
    const at = items.findIndex((item) => keyOf(item) === open);
    const first = virtual.range?.startIndex ?? 0;
    const next = nextDifference(items, at >= 0 ? at : step === 1 ? first - 1 : first, step);
    if (next === null) return;
    setOpen(keyOf(items[next]) ?? null);
    virtual.scrollToIndex(next, { align: "start" });
  });
  const isOpen = (item: DiffItem) => open !== null && keyOf(item) === open;
  useImperativeHandle(ref, () => ({ go }), [go]);
  useShortcuts(KEYS, { n: () => go(1), p: () => go(-1) });
  return (
    <section
      ref={scroller}
      aria-label={say("Differences")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls and must be reachable by keyboard
      tabIndex={0}
      className="relative h-[72vh] min-h-80 overflow-auto border-line2 border-y"
    >
      <div className={`${DIFF_GRID} sticky top-0 z-10 border-line2 border-b bg-bg`}>
        <span className="px-4 py-1.5 text-micro text-tx3 max-sm:hidden">{say("original")}</span>
        {slots.map((slot, side) => (
          <span
            key={slot}
            className="flex min-w-0 items-center gap-2 border-line border-l px-3 py-1.5 font-medium text-small"
          >
            <StrategyMark slot={slot} />
            <span className="truncate">{names[side]}</span>
          </span>
        ))}
      </div>
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          return item ? (
            <StrategyDiffRow
              key={key}
              {...(isOpen(item) && { ref: virtual.measureElement })}
              height={isOpen(item) ? null : diffRowHeight(item.type, isPhone)}
              sessionId={sessionId}
              position={index}
              top={start}
              item={item}
              names={names}
              isOpen={isOpen(item)}
              onToggle={toggle}
            />
          ) : null;
        })}
      </ul>
    </section>
  );
}

const keyOf = (item: DiffItem | undefined): string | undefined => (item?.type === "row" ? item.row.key : item?.key);
