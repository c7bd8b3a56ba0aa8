"use client";
import { useState } from "react";
import { KIND_LABEL, type Kind } from "@/components/ui/content-kinds";
import { MoreRows } from "@/components/ui/more-rows";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Swatch } from "@/components/ui/swatch";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import type { CompactionAnswer } from "@/lib/api/schemas/compaction";
import { formatRequest } from "@/lib/view-models/number-format";
import { type MissedOrder, type MissedRow, missedRows } from "@/lib/view-models/replay-compaction";

const FIRST_SHOWN = 8;

/**
 * Lists the facts that the agent used after the compaction had removed them: their source, first use, and whether they
 * were shown again before.
 */
export function CompactionLostFacts({ data }: { data: CompactionAnswer }) {
  const [order, setOrder] = useState<MissedOrder>("use");
  const [isWhole, setWhole] = useState(false);
  const rows = missedRows(data, order);
  const shown = isWhole ? rows : rows.slice(0, FIRST_SHOWN);
  const { gone } = data.used_later;
  return (
    <section aria-label="Lost facts" className="border-line border-t px-3 py-2">
      <div className="mb-1 flex min-h-6 flex-wrap items-center gap-x-2">
        <h3 className="font-semibold text-small">Lost facts</h3>
        <span className="text-micro text-tx3">needed later, gone</span>
        <span className="ml-auto">
          <SegmentedControl
            label="Order of the lost facts"
            value={order}
            onValueChange={setOrder}
            segments={[
              { value: "use", label: "By first use" },
              { value: "size", label: "By size" },
            ]}
          />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label="Lost facts, table" className="overflow-x-auto">
        <LostFactsTable rows={shown} />
      </section>
      <MoreRows shown={shown.length} held={rows.length} total={gone} onMore={() => setWhole(true)} />
    </section>
  );
}

function LostFactsTable({ rows }: { rows: readonly MissedRow[] }) {
  return (
    <Table>
      <TableHead>
        <tr>
          <HeadCell>Kind</HeadCell>
          <HeadCell>Fact</HeadCell>
          <HeadCell className="max-sm:hidden">Source</HeadCell>
          <HeadCell isNumeric className="max-sm:hidden">
            From
          </HeadCell>
          <HeadCell isNumeric className="max-sm:hidden">
            Source tokens
          </HeadCell>
          <HeadCell isNumeric>First used</HeadCell>
          <HeadCell>Seen again</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.key}>
            <Cell className="h-[26px] text-tx2">{row.kind}</Cell>
            <Cell className="h-[26px] max-w-48 truncate font-mono" title={row.value}>
              {row.value}
            </Cell>
            <Cell className="h-[26px] max-sm:hidden">{row.source === null ? null : <Source kind={row.source} />}</Cell>
            <Cell isNumeric className="h-[26px] max-sm:hidden">
              {row.from === null ? null : formatRequest(row.from)}
            </Cell>
            <Cell isNumeric className="h-[26px] max-sm:hidden">
              {row.tokens}
            </Cell>
            <Cell isNumeric className="h-[26px]">
              {formatRequest(row.usedAt)}
            </Cell>
            <Cell className="h-[26px] whitespace-nowrap">
              {row.seenAt === null ? (
                <span className="font-medium">used, not shown again</span>
              ) : (
                <span className="text-tx2">at {formatRequest(row.seenAt)}</span>
              )}
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

function Source({ kind }: { kind: string }) {
  const known = kind as Kind;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <Swatch kind={known} />
      {KIND_LABEL[known]}
    </span>
  );
}
