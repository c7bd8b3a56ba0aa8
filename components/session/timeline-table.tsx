"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import { KIND_LABEL, KINDS, type Kind } from "@/components/ui/content-kinds";
import { HeadCell, Table, TableHead } from "@/components/ui/table";
import type { TimelineView } from "@/lib/view-models/timeline";
import type { RequestRow } from "./session-data";
import { TimelineTableRow } from "./timeline-table-row";

type Props = {
  rows: readonly RequestRow[];
  view: TimelineView;
  selected: number;
  onSelect: (position: number) => void;
};

const ROW_HEIGHT = 24;
/** Sticks to the top, over the rows; a scroll bar may take some of the bottom. */
const HEAD_HEIGHT = 32;
/** Fixed, or columns would change their width as rows come and go. */
const COLUMN_WIDTH = 92;
const NAMES = ["Prompt", "Read %", "Read", "Written", "Uncached", "Cost"];

/** The same facts as the spine, in rows; only those in view are on the page. */
export function TimelineTable({ rows, view, selected, onSelect }: Props) {
  const kinds = useMemo(() => KINDS.filter((kind) => rows.some((row) => row.composition[kind] > 0)), [rows]);
  const compactions = useMemo(() => new Map(view.compactions.map(({ at, label }) => [at, label])), [view]);
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer<HTMLElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollPaddingEnd: HEAD_HEIGHT + 16,
  });
  useEffect(() => {
    if (selected >= 0) virtual.scrollToIndex(selected, { align: "auto" });
  }, [virtual, selected]);
  const items = virtual.getVirtualItems();
  const width = (NAMES.length + 3 + kinds.length) * COLUMN_WIDTH;
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Requests as a table"
      className="h-[216px] overflow-auto border-line border-t"
    >
      <Table aria-rowcount={rows.length + 1} className="table-fixed" style={{ minWidth: width }}>
        <Head kinds={kinds} />
        <tbody>
          <Spacer height={items[0]?.start ?? 0} />
          {items.map(({ index }) => (
            <TimelineTableRow
              key={index}
              row={rows[index] as RequestRow}
              position={index}
              kinds={kinds}
              compaction={compactions.get(index) ?? null}
              isEstimate={view.isEstimate}
              isSelected={index === selected}
              onSelect={onSelect}
            />
          ))}
          <Spacer height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </Table>
    </section>
  );
}

function Head({ kinds }: { kinds: readonly Kind[] }) {
  return (
    <TableHead className="sticky top-0 z-1 bg-bg">
      <tr aria-rowindex={1}>
        <HeadCell className="pl-4">Request</HeadCell>
        {NAMES.map((name) => (
          <HeadCell key={name} isNumeric>
            {name}
          </HeadCell>
        ))}
        <HeadCell>Break</HeadCell>
        <HeadCell>Compaction</HeadCell>
        {kinds.map((kind) => (
          <HeadCell key={kind} isNumeric>
            {KIND_LABEL[kind]}
          </HeadCell>
        ))}
      </tr>
    </TableHead>
  );
}

/** Stands for the rows above or below the view. */
const Spacer = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null);
