"use client";
import { memo, useCallback, useMemo, useState } from "react";
import { TradeOffFigure } from "@/components/charts/trade-off-figure";
import { MoreRows } from "@/components/ui/more-rows";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import type { RegretAnswer } from "@/lib/api/schemas/evaluation";
import { type NeededMarks, neededOf } from "@/lib/view-models/compare/matrix-cells";
import { choiceName } from "@/lib/view-models/compare/strategy-choice";
import { type TradeOff, toTradeOff } from "@/lib/view-models/compare/trade-off";
import { formatShare, formatTokens } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import type { Chosen } from "../shared/compare-types";
import { StrategyMark } from "../shared/strategy-mark";

type Props = { data: CompareAnswer; chosen: readonly Chosen[]; column: number };

/**
 * Evidence from the rest of the log: a chart of tokens saved and facts kept, and the needed facts that the chosen
 * strategy lost.
 */
export const LossPanels = memo(function LossPanels({ data, chosen, column }: Props) {
  const view = useMemo(() => toTradeOff(data), [data]);
  const result = data.results[column];
  const entry = chosen[column];
  const needed = neededOf(result?.evaluation);
  if (!view || needed === null || !entry) return null;
  return (
    <div className="grid border-line2 border-b lg:grid-cols-2">
      <SavedAgainstKept view={view} chosen={chosen} before={data.original.tokens_before} />
      <LostFactsList hindsight={needed} entry={entry} />
    </div>
  );
});

const HEIGHT = 280;

const SavedAgainstKept = memo(function SavedAgainstKept({
  view,
  chosen,
  before,
}: {
  view: TradeOff;
  chosen: readonly Chosen[];
  before: number;
}) {
  const say = useSay();
  const [shown, setShown] = useState<"chart" | "table">("chart");
  const markOf = useCallback(
    (index: number, isValid: boolean) => <StrategyMark slot={chosen[index]?.choice.slot ?? 1} isHollow={!isValid} />,
    [chosen],
  );
  return (
    <section
      aria-label={say("Saved versus kept")}
      className="min-w-0 border-line border-b px-4 py-3 max-sm:px-3 lg:border-r lg:border-b-0"
    >
      <div className="mb-2 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold text-small">{say("Saved versus kept")}</h2>
        <span className="text-micro text-tx3">
          {say("line: the best of the valid strategies; oracle: keeps all {needed}, saves {oracle}", {
            needed: formatTokens(view.needed),
            oracle: formatShare(view.oracle),
          })}
        </span>
        <span className="ml-auto">
          <SegmentedControl
            label={say("Show saved versus kept as")}
            value={shown}
            onValueChange={setShown}
            segments={[
              { value: "chart", label: say("Chart") },
              { value: "table", label: say("Table") },
            ]}
          />
        </span>
      </div>
      {shown === "table" ? (
        <TradeOffTable view={view} />
      ) : (
        <TradeOffFigure
          view={view}
          height={HEIGHT}
          markOf={markOf}
          savedOf={say("tokens saved, share of {before}", { before: formatTokens(before) })}
        />
      )}
    </section>
  );
});

function TradeOffTable({ view }: { view: TradeOff }) {
  const say = useSay();
  return (
    <Table>
      <TableHead>
        <tr>
          <HeadCell>{say("Strategy")}</HeadCell>
          <HeadCell isNumeric>{say("Saved")}</HeadCell>
          <HeadCell isNumeric>{say("Recall of needed facts")}</HeadCell>
          <HeadCell>{say("Valid")}</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {view.points.map(({ index, id, saved, recall, isValid }) => (
          <TableRow key={index}>
            <Cell>{id}</Cell>
            <Cell isNumeric>{formatShare(saved)}</Cell>
            <Cell isNumeric>{`~\u200a${formatShare(recall)}`}</Cell>
            <Cell>{isValid ? say("valid") : say("not valid")}</Cell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

type LostFactsListProps = { hindsight: NeededMarks; entry: Chosen };

const FIRST_SHOWN = 8;

/** Facts that the agent needed later and the strategy lost: source, first use, and whether they can be fetched. */
function LostFactsList({ hindsight, entry }: LostFactsListProps) {
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
          {say("Lost facts of {id}", { id: choiceName(entry.choice.id, say) })}
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
            <Cell className="h-[26px] text-tx2 max-sm:hidden">{say(kind)}</Cell>
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
  calls === 0 ? say("immediately") : calls === 1 ? say("1 call") : say("{calls} calls", { calls: formatTokens(calls) });
