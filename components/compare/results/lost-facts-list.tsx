"use client";
import { useState } from "react";
import { MoreRows } from "@/components/ui/more-rows";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { RegretAnswer } from "@/lib/api/schemas/evaluation";
import type { NeededMarks } from "@/lib/view-models/compare/matrix-cells";
import { formatTokens } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import type { Chosen } from "../shared/compare-types";
import { StrategyMark } from "../shared/strategy-mark";

type Props = { hindsight: NeededMarks; entry: Chosen };

const FIRST_SHOWN = 8;

/**
 * Lists the facts that the agent needed later and the strategy lost: their source, first use, and whether they can be
 * fetched.
 */
export function LostFactsList({ hindsight, entry }: Props) {
  const say = useSay();
  const [order, setOrder] = useState<"tokens" | "use">("use");
  const [isWhole, setWhole] = useState(false);
  const { regret, regret_total: total, needed } = hindsight;
  const sorted = [...regret].sort(order === "tokens" ? (a, b) => b.tokens - a.tokens : byFirstUse);
  const shown = isWhole ? sorted : sorted.slice(0, FIRST_SHOWN);
  return (
    <section aria-label={say("Lost facts")} className="min-w-0 px-4 py-3 max-sm:px-3">
      <div className="mb-2 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="flex items-center gap-2 font-semibold text-small">
          <StrategyMark slot={entry.choice.slot} />
          {say("Lost facts of {id}", { id: entry.choice.id })}
        </h2>
        <span className="text-micro text-tx3">
          {say("{total} of {needed} needed facts were gone", {
            total: formatTokens(total),
            needed: formatTokens(needed),
          })}
        </span>
        <span className="ml-auto">
          <SegmentedControl
            label={say("Order of the lost facts")}
            value={order}
            onValueChange={setOrder}
            segments={[
              { value: "use", label: say("By first use") },
              { value: "tokens", label: say("By tokens") },
            ]}
          />
        </span>
      </div>
      {total === 0 ? (
        <p className="py-6 text-small text-tx2">
          {say("Everything that the agent needed later is still in the prompt.")}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section tabIndex={0} aria-label={say("Lost facts, table")} className="max-h-[340px] overflow-auto">
          <LostFactsTable rows={shown} />
          <MoreRows shown={shown.length} held={regret.length} total={total} onMore={() => setWhole(true)} />
        </section>
      )}
    </section>
  );
}

const byFirstUse = (a: RegretAnswer, b: RegretAnswer) => a.first_use.calls_later - b.first_use.calls_later;

function LostFactsTable({ rows }: { rows: readonly RegretAnswer[] }) {
  const say = useSay();
  return (
    <Table>
      <TableHead>
        <tr>
          <HeadCell className="max-sm:hidden">{say("Kind")}</HeadCell>
          <HeadCell>{say("Fact")}</HeadCell>
          <HeadCell isNumeric className="max-sm:hidden">
            {say("From message")}
          </HeadCell>
          <HeadCell isNumeric>{say("Used after")}</HeadCell>
          <HeadCell isNumeric className="max-sm:hidden">
            {say("Tokens")}
          </HeadCell>
          <HeadCell>{say("Can be fetched")}</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {rows.map(({ kind, value, source, first_use, tokens, recoverable }) => (
          <TableRow key={`${kind} ${value} ${source.part_id} ${first_use.calls_later}`}>
            <Cell className="h-[26px] text-tx2 max-sm:hidden">{say.known(kind)}</Cell>
            <Cell className="h-[26px] max-w-56 truncate font-mono max-sm:max-w-32" title={value}>
              {value}
            </Cell>
            <Cell isNumeric className="h-[26px] max-sm:hidden">{`#${source.message + 1}`}</Cell>
            <Cell isNumeric className="h-[26px]">
              {callsText(first_use.calls_later, say)}
            </Cell>
            <Cell isNumeric className="h-[26px] max-sm:hidden">
              {formatTokens(tokens)}
            </Cell>
            <Cell className="h-[26px] whitespace-nowrap">
              {recoverable ? (
                <span className="text-tx2">{say("can be fetched")}</span>
              ) : (
                <span className="font-medium">{say("gone")}</span>
              )}
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

const callsText = (calls: number, say: Say): string =>
  calls === 0 ? say("at once") : calls === 1 ? say("1 call") : say("{calls} calls", { calls: formatTokens(calls) });
