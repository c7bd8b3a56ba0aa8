"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";

const ROW_HEIGHT = 24;
/** Pixels of the box that the sticky head and a scroll bar at the bottom may cover. */
const COVERED = 48;

type Props = {
  label: string;
  className: string;
  count: number;
  /** The row kept visible; negative for none. */
  selected: number;
  /** Renders the table around its rows. */
  table: (rows: ReactNode) => ReactNode;
  row: (index: number) => ReactNode;
};

/** A long table with rows of 24 px in a scrolling box; only visible rows are rendered. */
export function VirtualTable({ label, className, count, selected, table, row }: Props) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer<HTMLElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollPaddingEnd: COVERED,
  });
  useEffect(() => {
    if (selected >= 0) virtual.scrollToIndex(selected, { align: "auto" });
  }, [virtual, selected]);
  const items = virtual.getVirtualItems();
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className={className}
    >
      {table(
        <tbody>
          <Spacer height={items[0]?.start ?? 0} />
          {items.map(({ index }) => row(index))}
          <Spacer height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>,
      )}
    </section>
  );
}

/** Takes up the height of the rows above or below the visible ones. */
const Spacer = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null);
