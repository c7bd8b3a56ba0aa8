import { memo, useMemo } from "react";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { toPublishedFigures } from "@/lib/view-models/compare/published-figures";
import type { Chosen } from "../shared/compare-types";
import { StrategyMark } from "../shared/strategy-mark";

type Props = {
  results: CompareAnswer["results"];
  chosen: readonly Chosen[];
  strategies: readonly StrategyAnswer[];
};

/** Published figures for each kind of summary next to this run's figures, and the data sets behind them. */
export const PublishedTable = memo(function PublishedTable({ results, chosen, strategies }: Props) {
  const say = useSay();
  const { rows, measuredOn } = useMemo(() => toPublishedFigures(results, strategies), [results, strategies]);
  return (
    <section
      aria-label={say("Published figures")}
      className="grid gap-x-8 border-line2 border-b px-4 py-3 max-sm:px-3 lg:grid-cols-2"
    >
      <div>
        <h2 className="mb-1 font-semibold text-small">{say("Published figures next to these")}</h2>
        {measuredOn.map(({ text, source }) => (
          <p key={text} className="mb-2 max-w-[100ch] text-micro text-tx2">
            {say(
              "Published: {text}. Here: one request of this session. A proxy score and a judge's score are not on the same scale. ",
              { text: say.known(text) },
            )}
            <a href={source} className="underline underline-offset-2" rel="noreferrer">
              {say("Source")}
            </a>
          </p>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard */}
      <section tabIndex={0} aria-label={say("Published figures, table")} className="min-w-0 overflow-x-auto">
        <Table>
          <TableHead>
            <tr>
              <HeadCell>{say("Strategy")}</HeadCell>
              <HeadCell isNumeric>{say("Removed")}</HeadCell>
              <HeadCell isNumeric>{say("Quality, of 5")}</HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {rows.map(({ id, column, removedHere, qualityHere, removed, quality }) => (
              <TableRow key={`${id} ${column}`}>
                <th scope="row" className="px-2 py-1 align-top text-left font-normal">
                  <span className="inline-flex flex-wrap items-center gap-x-2">
                    {column === null ? null : <StrategyMark slot={chosen[column]?.choice.slot ?? 1} />}
                    {id}
                    {column === null ? <span className="text-micro text-tx3">{say("not in this run")}</span> : null}
                  </span>
                </th>
                <Figure here={removedHere} published={removed} />
                <Figure here={qualityHere} published={quality} />
              </TableRow>
            ))}
          </tbody>
        </Table>
      </section>
    </section>
  );
});

/** This run's figure, with the published one below it. */
function Figure({ here, published }: { here: string | null; published: string | null }) {
  const say = useSay();
  return (
    <Cell isNumeric className="h-auto py-1 align-top">
      {here}
      {published === null ? null : (
        <span className="block text-micro text-tx2">{say("published {published}", { published })}</span>
      )}
    </Cell>
  );
}
