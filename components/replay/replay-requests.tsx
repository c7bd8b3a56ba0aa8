"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { ReplayView } from "@/lib/view-models/replay/replay-view";
import { formatMoney, formatShareFigure, formatTokens } from "@/lib/wording/number-format";
import { PolicyLine } from "./policy-line";

const PAGE = 100;

/** The lines as a table: each policy's prompt and cost so far, per request. */
export function ReplayRequests({ view }: { view: ReplayView }) {
  const say = useSay();
  const [shown, setShown] = useState(PAGE);
  const positions = Array.from({ length: Math.min(shown, view.requests) }, (_, at) => at);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={say("Requests, table")}
      className="mt-2 max-h-[460px] overflow-auto px-4 max-sm:px-3"
    >
      <Table>
        <TableHead className="sticky top-0 bg-bg">
          <tr>
            <HeadCell isNumeric>{say("Request")}</HeadCell>
            {view.series.map(({ id, label, style }) => (
              <HeadCell key={id} isNumeric>
                <span className="inline-flex items-center gap-1.5">
                  <PolicyLine style={style} />
                  {label}
                </span>
                <span className="block font-normal">{say("prompt · read % · lost facts · cost")}</span>
              </HeadCell>
            ))}
          </tr>
        </TableHead>
        <tbody>
          {positions.map((at) => (
            <TableRow key={at}>
              <Cell isNumeric className="h-7">
                {at + 1}
              </Cell>
              {view.series.map(({ id, values, fired }) => (
                <Cell key={id} isNumeric className="h-7">
                  {fired.includes(at) ? <span className="mr-1 text-tx3">{say("fired")}</span> : null}
                  {[
                    formatTokens(values.window[at] ?? null),
                    formatShareFigure(values.read[at] ?? null),
                    formatTokens(values.regret[at] ?? null),
                    formatMoney(values.cost[at] ?? null),
                  ]
                    .map(say.known)
                    .join(" · ")}
                </Cell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
      {shown < view.requests ? (
        <Button size="sm" className="my-2" onClick={() => setShown(shown + 10 * PAGE)}>
          {say("Show more of {count}", { count: formatTokens(view.requests) })}
        </Button>
      ) : null}
    </section>
  );
}
