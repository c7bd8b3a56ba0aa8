"use client";
import { useState } from "react";
import { KIND_LABEL, type Kind } from "@/components/ui/content-kinds";
import { MoreRows } from "@/components/ui/more-rows";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Swatch } from "@/components/ui/swatch";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { CompactionAnswer } from "@/lib/api/schemas/compaction";
import { type MissedOrder, type MissedRow, missedRows } from "@/lib/view-models/session/replay-compaction";
import { formatRequest } from "@/lib/wording/number-format";

const FIRST_SHOWN = 8;

/**
 * Lists the facts that the agent wrote after the compaction had removed them: their source, first use, and whether they
 * were shown again before.
 */
export function CompactionLostFacts({ data }: { data: CompactionAnswer }) {
  const say = useSay();
  const [order, setOrder] = useState<MissedOrder>("use");
  const [isWhole, setWhole] = useState(false);
  const rows = missedRows(data, order);
  const shown = isWhole ? rows : rows.slice(0, FIRST_SHOWN);
  const { gone } = data.used_later;
  return (
    <section aria-label={say("Lost facts")} className="border-line border-t px-3 py-2">
      <div className="mb-1 flex min-h-6 flex-wrap items-center gap-x-2">
        <h3 className="font-semibold text-small">{say("Lost facts")}</h3>
        <span className="text-micro text-tx3">{say("needed later, gone")}</span>
        <span className="ml-auto">
          <SegmentedControl
            label={say("Order of the lost facts")}
            value={order}
            onValueChange={setOrder}
            segments={[
              { value: "use", label: say("By first use") },
              { value: "size", label: say("By size") },
            ]}
          />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={say("Lost facts, table")} className="overflow-x-auto">
        <LostFactsTable rows={shown} />
      </section>
      <MoreRows shown={shown.length} held={rows.length} total={gone} onMore={() => setWhole(true)} />
    </section>
  );
}

function LostFactsTable({ rows }: { rows: readonly MissedRow[] }) {
  const say = useSay();
  return (
    <Table>
      <TableHead>
        <tr>
          <HeadCell>{say("Kind")}</HeadCell>
          <HeadCell>{say("Fact")}</HeadCell>
          <HeadCell className="max-sm:hidden">{say("Source")}</HeadCell>
          <HeadCell isNumeric className="max-sm:hidden">
            {say("From")}
          </HeadCell>
          <HeadCell isNumeric className="max-sm:hidden">
            {say("Source tokens")}
          </HeadCell>
          <HeadCell isNumeric>{say("First used")}</HeadCell>
          <HeadCell>{say("Seen again")}</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.key}>
            <Cell className="h-[26px] text-tx2">{say.known(row.kind)}</Cell>
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
                <span className="font-medium">{say("used, not shown again")}</span>
              ) : (
                <span className="text-tx2">{say("at {request}", { request: formatRequest(row.seenAt) })}</span>
              )}
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

function Source({ kind }: { kind: string }) {
  const say = useSay();
  const known = kind as Kind;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <Swatch kind={known} />
      {say.known(KIND_LABEL[known])}
    </span>
  );
}
