"use client";
import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { KIND_LABEL, KINDS } from "@/components/ui/content-kinds";
import { HeadCell, Table, TableHead } from "@/components/ui/table";
import { formatShareFigure, formatTokens } from "@/lib/view-models/number-format";
import type { TimelineView } from "@/lib/view-models/timeline";
import { readShare } from "./request-tooltip";
import type { RequestRow } from "./session-data";

type Props = {
  rows: readonly RequestRow[];
  view: TimelineView;
  selected: number;
  onSelect: (position: number) => void;
};

const number = "tabular whitespace-nowrap px-2 text-right";

/** The same facts as the spine, in rows. */
export function TimelineTable({ rows, view, selected, onSelect }: Props) {
  const kinds = KINDS.filter((kind) => rows.some((row) => row.composition[kind] > 0));
  const chosen = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (selected >= 0) chosen.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label="Requests as a table" className="h-[216px] overflow-auto border-line border-t">
      <Table>
        <TableHead className="sticky top-0 bg-bg">
          <tr>
            <HeadCell className="pl-4">Request</HeadCell>
            <HeadCell isNumeric>Prompt</HeadCell>
            <HeadCell isNumeric>Read %</HeadCell>
            <HeadCell isNumeric>Read</HeadCell>
            <HeadCell isNumeric>Written</HeadCell>
            <HeadCell isNumeric>Uncached</HeadCell>
            <HeadCell>Break</HeadCell>
            {kinds.map((kind) => (
              <HeadCell key={kind} isNumeric>
                {KIND_LABEL[kind]}
              </HeadCell>
            ))}
          </tr>
        </TableHead>
        <tbody>
          {rows.map((row, position) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity of a request
              key={position}
              ref={position === selected ? chosen : undefined}
              className={cn("h-6 border-line border-b hover:bg-s2", position === selected && "bg-accbg hover:bg-accbg")}
            >
              <th scope="row" className="pl-4 text-left font-normal">
                <button
                  type="button"
                  aria-current={position === selected ? "true" : undefined}
                  className="tabular h-6 min-w-6 text-left"
                  onClick={() => onSelect(position)}
                >
                  {position + 1}
                </button>
              </th>
              <td className={number}>{formatTokens(row.prompt_tokens, { isEstimate: view.isEstimate })}</td>
              <td className={number}>{formatShareFigure(readShare(row))}</td>
              <td className={number}>{formatTokens(row.cache_read)}</td>
              <td className={number}>{formatTokens(row.cache_write)}</td>
              <td className={number}>{formatTokens(row.uncached)}</td>
              <td className="px-2">{row.break?.cause ?? ""}</td>
              {kinds.map((kind) => (
                <td key={kind} className={number}>
                  {formatTokens(row.composition[kind])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
