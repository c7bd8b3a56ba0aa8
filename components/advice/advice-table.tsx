"use client";
import { useRef, useState } from "react";
import { CorpusMark } from "@/components/corpus/corpus-mark";
import { useRowStops } from "@/components/shell/use-row-stops";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { AdviceRow, AdviceView } from "@/lib/view-models/advice/advice-view";
import { sentence } from "@/lib/wording/say";

const HEADS = [
  sentence("With lost facts"),
  sentence("Against the log"),
  sentence("Lost per 100"),
  sentence("Fired"),
  sentence("Peak prompt"),
];
/** Hidden on phones, where the cost including lost facts must be visible without scrolling. */
const COST = "max-sm:hidden";
/** Lines reach the edge of the page; text keeps its margin. */
const EDGES =
  "[&_:is(td,th):first-child]:pl-4 [&_:is(td,th):last-child]:pr-4 max-sm:[&_:is(td,th):first-child]:pl-3 max-sm:[&_:is(td,th):last-child]:pr-3";
/** Rows shown before the reader asks for all. */
const FIRST = 8;

/**
 * Every replayed policy with its interval. The advised or named policy comes first, then the others, cheapest first.
 */
export function AdviceTable({ view }: { view: AdviceView }) {
  const say = useSay();
  const [isWhole, setWhole] = useState(false);
  const box = useRef<HTMLElement>(null);
  useRowStops(box, { title: sentence("Table of policies"), row: sentence("policy") });
  const rows = isWhole ? view.rows : view.rows.slice(0, FIRST);
  return (
    <>
      <section
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={say("Policies, table")}
        className="overflow-x-auto border-line2 border-t"
      >
        <Table className={EDGES}>
          <TableHead>
            <tr>
              <HeadCell>{say("Policy")}</HeadCell>
              <HeadCell isNumeric className={COST}>
                {say("Cost")}
              </HeadCell>
              {HEADS.map((head) => (
                <HeadCell key={head} isNumeric>
                  {head}
                </HeadCell>
              ))}
            </tr>
          </TableHead>
          <tbody>
            {rows.map((row) => (
              <PolicyRow key={row.id} row={row} />
            ))}
          </tbody>
        </Table>
      </section>
      {view.hasAdvice && view.hasCheaper ? (
        <p className="px-4 pt-2 text-micro text-tx3 max-sm:px-3">
          {say(
            "A cheaper safe policy is not advised if its lead may be luck, or if it is not clearly cheaper than Winnow at its own trigger. Among equals, the one that runs latest is advised.",
          )}
        </p>
      ) : null}
      {view.rows.length > FIRST ? (
        <p className="px-4 py-2 max-sm:px-3">
          <Button size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? say("Fewer policies") : say("All {count} policies", { count: view.rows.length })}
          </Button>
        </p>
      ) : null}
    </>
  );
}

function PolicyRow({ row }: { row: AdviceRow }) {
  const say = useSay();
  const tone = row.tone === "good" ? "text-good" : row.tone === "bad" ? "text-bad" : "text-tx2";
  return (
    <TableRow className={cn(row.isAdvised && "bg-accbg")}>
      <Cell
        className={cn(
          "whitespace-nowrap max-sm:w-40 max-sm:min-w-40 max-sm:whitespace-normal max-sm:py-1",
          // A tint alone is invisible with high contrast, and browsers draw no shadows on cells with collapsed borders.
          row.isAdvised && "relative before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-acc",
        )}
        tabIndex={-1}
        data-stop
      >
        <span className="inline-flex items-center gap-2 max-sm:flex-wrap max-sm:gap-y-0">
          <CorpusMark index={row.family} />
          <span className="font-medium">{row.strategy}</span>
          <span className="text-tx2">{row.place}</span>
          {row.isAdvised ? <Chip tone="accent">{say("advice")}</Chip> : null}
          {row.rank === null ? null : <Chip tone="dashed">{row.rank}</Chip>}
          {row.harm === null ? null : <span className="text-bad text-micro">{row.harm}</span>}
        </span>
      </Cell>
      <Cell isNumeric className={COST}>
        {row.cost}
      </Cell>
      <Cell isNumeric>{row.paid}</Cell>
      <Cell isNumeric className={cn("whitespace-nowrap", tone)}>
        {row.change}
      </Cell>
      <Cell isNumeric>{row.lost}</Cell>
      <Cell isNumeric>{row.fired}</Cell>
      <Cell isNumeric>{row.peak}</Cell>
    </TableRow>
  );
}
