import { useRef } from "react";
import { useRowStops } from "@/components/shell/use-row-stops";
import { cn } from "@/components/ui/cn";
import { ProvenanceShape } from "@/components/ui/provenance-mark";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { ReplayTableRow, ReplayView } from "@/lib/view-models/replay/replay-view";
import { formatWholeThousands } from "@/lib/wording/number-format";
import { sentence } from "@/lib/wording/say";
import { PolicyLine } from "./policy-line";

const OVER = sentence("Over the window");
const HEADS = [
  sentence("Tokens, whole session"),
  sentence("With re-fetches"),
  sentence("Cost"),
  sentence("With fetches"),
  sentence("Against the log"),
  sentence("Read %"),
  sentence("Fired"),
  sentence("Breaks caused"),
  sentence("Peak prompt"),
  OVER,
  sentence("Lost facts"),
];
/**
 * Columns hidden on phones, so that the money is next to the policy: the tokens, and the cost with fetches, which
 * follows from the difference.
 */
const WIDE_ONLY: ReadonlySet<number> = new Set([0, 1, 3]);
const hiddenOnPhone = (column: number) => WIDE_ONLY.has(column) && "max-sm:hidden";

/** Each policy's totals over the whole session, and the replay's assumptions. */
export function ReplayTable({ view }: { view: ReplayView }) {
  const say = useSay();
  const heads = HEADS.map((head) =>
    head === OVER && view.window !== null ? say("Over {window}", { window: formatWholeThousands(view.window) }) : head,
  );
  const box = useRef<HTMLElement>(null);
  useRowStops(box, { title: sentence("Table of policies"), row: sentence("policy") });
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={box} tabIndex={0} aria-label={say("Policies, table")} className="overflow-x-auto px-4 max-sm:px-3">
        <Table className="[&_tr>*:first-child]:pl-0 [&_tr>*:last-child]:pr-0">
          <TableHead>
            <tr>
              <HeadCell>{say("Policy")}</HeadCell>
              {heads.map((head, column) => (
                <HeadCell key={head} isNumeric className={cn(hiddenOnPhone(column))}>
                  {head}
                </HeadCell>
              ))}
            </tr>
          </TableHead>
          <tbody>
            {view.table.map((row) => (
              <PolicyRow key={row.id} row={row} />
            ))}
          </tbody>
        </Table>
      </section>
      <p className="border-line2 border-t px-4 py-3 text-small text-tx2 max-sm:px-3">
        <span className="font-semibold text-tx">{say("Assumption.")}</span> {view.assumption}{" "}
        {say(
          "Summaries are written by rule here, and no model is called; the cost includes what a policy's model call would cost.",
        )}
      </p>
    </>
  );
}

/** The column of the difference from the log, with the interval below. */
const AGAINST = 4;
const QUIET = new Set(["0", "–"]);

function PolicyRow({ row }: { row: ReplayTableRow }) {
  const say = useSay();
  const figures = [
    row.tokens,
    row.withRefetches,
    row.cost,
    row.costWithFetches,
    row.against,
    row.readPercent,
    row.fired,
    row.breaks,
    row.peak,
  ];
  const cells = [...figures, row.over, row.regrets];
  const isQuiet = (text: string) => QUIET.has(text) || text === say("in the log");
  const tone = row.isIdle ? "" : row.tone === "good" ? "text-good" : row.tone === "bad" ? "text-bad" : "";
  return (
    <TableRow className={cn(row.isIdle && "text-tx3")}>
      <Cell className="max-sm:min-w-36 sm:whitespace-nowrap" tabIndex={-1} data-stop>
        <span className={cn("inline-flex items-center gap-2", row.style === "logged" && "font-semibold")}>
          <PolicyLine style={row.style} />
          {row.label}
          <ProvenanceShape basis={row.style === "logged" ? "reported" : "estimated"} />
        </span>
        {row.isIdle && row.failure === null ? (
          <span className="ml-2 text-micro text-tx3">{say("did not run: same as keeping everything")}</span>
        ) : null}
        {row.detail === "" ? null : <span className="ml-2 text-micro text-tx3">{row.detail}</span>}
        {row.summaries === null ? null : <span className="ml-2 text-micro text-tx3">{row.summaries}</span>}
        {row.failure === null ? null : (
          <span className="ml-2 text-bad text-micro">{say("could not run: {failure}", { failure: row.failure })}</span>
        )}
      </Cell>
      {cells.map((text, column) => (
        <Cell
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns do not change
          key={column}
          isNumeric
          className={cn(isQuiet(text) && "text-tx3", column === AGAINST && tone, hiddenOnPhone(column))}
        >
          {say.known(text)}
          {column === AGAINST && row.interval !== "" ? (
            <span className="block whitespace-nowrap text-micro text-tx3">{row.interval}</span>
          ) : null}
        </Cell>
      ))}
    </TableRow>
  );
}
