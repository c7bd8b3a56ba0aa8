"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";

const ROW_HEIGHT = 24;
/** Of the head that sticks to the top, and of a scroll bar that may take some of the bottom. */
const COVERED = 48;

type Props = {
  label: string;
  className: string;
  count: number;
  /** Row that is kept in view; negative = none. */
  selected: number;
  /** The table around its rows. */
  table: (rows: ReactNode) => ReactNode;
  row: (index: number) => ReactNode;
};

/** A long table of rows of 24 px in a box that scrolls; only those in view are on the page. */
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

/** Stands for the rows above or below the view. */
const Spacer = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null);
