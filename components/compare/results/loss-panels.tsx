"use client";
import { memo, useCallback, useMemo, useState } from "react";
import { TradeOffFigure } from "@/components/charts/trade-off-figure";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import { neededOf } from "@/lib/view-models/compare/matrix-cells";
import { type TradeOff, toTradeOff } from "@/lib/view-models/compare/trade-off";
import { formatShare, formatTokens } from "@/lib/wording/number-format";
import type { Chosen } from "../shared/compare-types";
import { StrategyMark } from "../shared/strategy-mark";
import { LostFactsList } from "./lost-facts-list";

type Props = { data: CompareAnswer; chosen: readonly Chosen[]; column: number };

/** What the rest of the log shows: tokens saved against facts kept, and which needed facts the chosen strategy lost. */
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
      aria-label={say("Saved against kept")}
      className="min-w-0 border-line border-b px-4 py-3 max-sm:px-3 lg:border-r lg:border-b-0"
    >
      <div className="mb-2 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold text-small">{say("Saved against kept")}</h2>
        <span className="text-micro text-tx3">
          {say("line: the best of the valid strategies; oracle: keeps all {needed}, saves {oracle}", {
            needed: formatTokens(view.needed),
            oracle: formatShare(view.oracle),
          })}
        </span>
        <span className="ml-auto">
          <SegmentedControl
            label={say("Saved against kept as")}
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
