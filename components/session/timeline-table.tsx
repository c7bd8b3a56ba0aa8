"use client";
import { useMemo } from "react";
import { KIND_LABEL, KINDS, type Kind } from "@/components/ui/content-kinds";
import { HeadCell, Table, TableHead } from "@/components/ui/table";
import { VirtualTable } from "@/components/ui/virtual-table";
import { useSay } from "@/components/words/words-provider";
import type { TimelineView } from "@/lib/view-models/session/timeline";
import { sentence } from "@/lib/wording/say";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import { TimelineTableRow } from "./timeline-table-row";

type Props = {
  rows: readonly RequestRow[];
  view: TimelineView;
  selected: number;
  onSelect: (position: number) => void;
};

/** Pixels; the width is fixed, because otherwise columns would change while rows scroll in and out. */
const COLUMN_WIDTH = 92;
const NAMES = [
  sentence("Prompt"),
  sentence("Read %"),
  sentence("Read"),
  sentence("Written"),
  sentence("Uncached"),
  sentence("Cost"),
];

/** Shows the timeline as a table; only the visible rows are rendered. */
export function TimelineTable({ rows, view, selected, onSelect }: Props) {
  const say = useSay();
  const kinds = useMemo(() => KINDS.filter((kind) => rows.some((row) => row.composition[kind] > 0)), [rows]);
  const compactions = useMemo(() => new Map(view.compactions.map(({ at, label }) => [at, label])), [view]);
  const width = (NAMES.length + 3 + kinds.length) * COLUMN_WIDTH;
  return (
    <VirtualTable
      label={say("Requests as a table")}
      className="h-[216px] overflow-auto border-line border-t"
      count={rows.length}
      selected={selected}
      table={(body) => (
        <Table aria-rowcount={rows.length + 1} className="table-fixed" style={{ minWidth: width }}>
          <Head kinds={kinds} />
          {body}
        </Table>
      )}
      row={(index) => (
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
      )}
    />
  );
}

function Head({ kinds }: { kinds: readonly Kind[] }) {
  const say = useSay();
  return (
    <TableHead className="sticky top-0 z-1 bg-bg">
      <tr aria-rowindex={1}>
        <HeadCell className="pl-4">{say("Request")}</HeadCell>
        {NAMES.map((name) => (
          <HeadCell key={name} isNumeric>
            {say.known(name)}
          </HeadCell>
        ))}
        <HeadCell>{say("Break")}</HeadCell>
        <HeadCell>{say("Compaction")}</HeadCell>
        {kinds.map((kind) => (
          <HeadCell key={kind} isNumeric>
            {say.known(KIND_LABEL[kind])}
          </HeadCell>
        ))}
      </tr>
    </TableHead>
  );
}
