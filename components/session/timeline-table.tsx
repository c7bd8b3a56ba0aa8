"use client";
import { memo, useMemo } from "react";
import { cn } from "@/components/ui/cn";
import { KIND_LABEL, KINDS, type Kind } from "@/components/ui/content-kinds";
import { HeadCell, Table, TableHead } from "@/components/ui/table";
import { VirtualTable } from "@/components/ui/virtual-table";
import { useSay } from "@/components/words/words-provider";
import { breakName } from "@/lib/read-models/words/break-name";
import type { TimelineView } from "@/lib/view-models/session/timeline";
import { figureIn, formatMoney, formatShareFigure, formatTokens } from "@/lib/wording/number-format";
import { sentence } from "@/lib/wording/say";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import { readShare } from "./request-tooltip";

type Props = {
  rows: readonly RequestRow[];
  view: TimelineView;
  selected: number;
  onSelect: (position: number) => void;
};

/** Pixels; fixed, because otherwise column widths would change while rows scroll in and out. */
const COLUMN_WIDTH = 92;
const NAMES = [
  sentence("Prompt"),
  sentence("Read %"),
  sentence("Read"),
  sentence("Written"),
  sentence("Uncached"),
  sentence("Cost"),
];

/** The timeline as a table; only visible rows are rendered. */
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
            {say(name)}
          </HeadCell>
        ))}
        <HeadCell>{say("Break")}</HeadCell>
        <HeadCell>{say("Compaction")}</HeadCell>
        {kinds.map((kind) => (
          <HeadCell key={kind} isNumeric>
            {say(KIND_LABEL[kind])}
          </HeadCell>
        ))}
      </tr>
    </TableHead>
  );
}

type TimelineTableRowProps = {
  row: RequestRow;
  position: number;
  kinds: readonly Kind[];
  compaction: string | null;
  isEstimate: boolean;
  isSelected: boolean;
  onSelect: (position: number) => void;
};

const number = "tabular whitespace-nowrap px-2 text-right";

export const TimelineTableRow = memo(function TimelineTableRow(props: TimelineTableRowProps) {
  const { row, position, isSelected } = props;
  const say = useSay();
  return (
    <tr
      aria-rowindex={position + 2}
      className={cn("h-6 border-line border-b hover:bg-s2", isSelected && "bg-accbg hover:bg-accbg")}
    >
      <th scope="row" className="pl-4 text-left font-normal">
        <button
          type="button"
          aria-current={isSelected ? "true" : undefined}
          className="tabular h-6 min-w-6 text-left"
          onClick={() => props.onSelect(position)}
        >
          {position + 1}
        </button>
      </th>
      <td className={number}>{formatTokens(row.prompt_tokens, { isEstimate: props.isEstimate })}</td>
      <td className={number}>{figureIn(say, formatShareFigure(readShare(row)))}</td>
      <td className={number}>{figureIn(say, formatTokens(row.cache_read))}</td>
      <td className={number}>{figureIn(say, formatTokens(row.cache_write))}</td>
      <td className={number}>{figureIn(say, formatTokens(row.uncached))}</td>
      <td className={number}>
        {row.cost === null ? say("unknown") : formatMoney(row.cost.amount, { isFloor: row.cost_is_floor })}
      </td>
      <td className="truncate px-2">{row.break ? say(breakName(row.break.cause)) : ""}</td>
      <td className="tabular truncate px-2">{props.compaction ?? ""}</td>
      {props.kinds.map((kind) => (
        <td key={kind} className={number}>
          {formatTokens(row.composition[kind])}
        </td>
      ))}
    </tr>
  );
});
