"use client";
import { useState } from "react";
import { MoreRows } from "@/components/ui/more-rows";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import type { EvaluationAnswer, RegretAnswer } from "@/lib/api/schemas/evaluation";
import { formatTokens } from "@/lib/view-models/number-format";
import type { Chosen } from "../shared/compare-types";
import { StrategyMark } from "../shared/strategy-mark";

type Props = { hindsight: NonNullable<EvaluationAnswer["hindsight"]>; entry: Chosen };

const FIRST_SHOWN = 8;

/**
 * Lists the facts that the agent used later and the strategy lost: their source, first use, and whether they can be
 * fetched.
 */
export function LostFactsList({ hindsight, entry }: Props) {
  const [order, setOrder] = useState<"tokens" | "use">("use");
  const [isWhole, setWhole] = useState(false);
  const { regret, regret_total: total, needed } = hindsight;
  const sorted = [...regret].sort(order === "tokens" ? (a, b) => b.tokens - a.tokens : byFirstUse);
  const shown = isWhole ? sorted : sorted.slice(0, FIRST_SHOWN);
  return (
    <section aria-label="Lost facts" className="min-w-0 px-4 py-3 max-sm:px-3">
      <div className="mb-2 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="flex items-center gap-2 font-semibold text-small">
          <StrategyMark slot={entry.choice.slot} />
          {`Lost facts of ${entry.choice.id}`}
        </h2>
        <span className="text-micro text-tx3">{`${formatTokens(total)} of ${formatTokens(needed)} facts used later were gone`}</span>
        <span className="ml-auto">
          <SegmentedControl
            label="Order of the lost facts"
            value={order}
            onValueChange={setOrder}
            segments={[
              { value: "use", label: "By first use" },
              { value: "tokens", label: "By tokens" },
            ]}
          />
        </span>
      </div>
      {total === 0 ? (
        <p className="py-6 text-small text-tx2">Everything that the agent used later is still in the prompt.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section tabIndex={0} aria-label="Lost facts, table" className="max-h-[340px] overflow-auto">
          <LostFactsTable rows={shown} />
          <MoreRows shown={shown.length} held={regret.length} total={total} onMore={() => setWhole(true)} />
        </section>
      )}
    </section>
  );
}

const byFirstUse = (a: RegretAnswer, b: RegretAnswer) => a.first_use.calls_later - b.first_use.calls_later;

function LostFactsTable({ rows }: { rows: readonly RegretAnswer[] }) {
  return (
    <Table>
      <TableHead>
        <tr>
          <HeadCell>Kind</HeadCell>
          <HeadCell>Fact</HeadCell>
          <HeadCell isNumeric className="max-sm:hidden">
            From message
          </HeadCell>
          <HeadCell isNumeric>Used after</HeadCell>
          <HeadCell isNumeric className="max-sm:hidden">
            Tokens
          </HeadCell>
          <HeadCell>Can be fetched</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {rows.map(({ kind, value, source, first_use, tokens, recoverable }) => (
          <TableRow key={`${kind} ${value} ${source.part_id} ${first_use.calls_later}`}>
            <Cell className="h-[26px] text-tx2">{kind}</Cell>
            <Cell className="h-[26px] max-w-56 truncate font-mono" title={value}>
              {value}
            </Cell>
            <Cell isNumeric className="h-[26px] max-sm:hidden">{`#${source.message + 1}`}</Cell>
            <Cell isNumeric className="h-[26px]">
              {callsText(first_use.calls_later)}
            </Cell>
            <Cell isNumeric className="h-[26px] max-sm:hidden">
              {formatTokens(tokens)}
            </Cell>
            <Cell className="h-[26px]">
              {recoverable ? (
                <span className="text-tx2">can be fetched</span>
              ) : (
                <span className="font-medium">gone</span>
              )}
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

const callsText = (calls: number): string =>
  calls === 0 ? "at once" : calls === 1 ? "1 call" : `${formatTokens(calls)} calls`;
