"use client";
import { memo } from "react";
import { ProvenanceMark } from "@/components/ui/provenance-mark";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { LineId, PolicyRow } from "@/lib/read-models/session-cache";
import { formatMoney, formatShare } from "@/lib/wording/number-format";
import { type Sentence, sentence } from "@/lib/wording/say";

export const POLICY_NAME: Readonly<Record<LineId, Sentence>> = {
  ledger: sentence("reported usage"),
  optimum: sentence("documented optimum"),
  realistic: sentence("realistic"),
  calibrated: sentence("calibrated"),
};

const POLICY_DETAIL: Readonly<Record<LineId, Sentence>> = {
  ledger: sentence("What earlier requests left in the cache, according to their reported usage."),
  optimum: sentence("The provider's published rule with perfect breakpoints."),
  realistic: sentence("The provider's rule with observed or assumed breakpoints."),
  calibrated: sentence("The realistic one, scaled to this session's reported reads."),
};

type Props = { policies: readonly PolicyRow[]; leastAgreement: number; scope: string };

/**
 * Each policy's agreement with the reported usage. Below an agreement of `leastAgreement` its cost is shown as a range.
 */
export const PolicyTable = memo(function PolicyTable({ policies, leastAgreement, scope }: Props) {
  const say = useSay();
  return (
    <section aria-label={say("Reported and simulated reads")} className="border-line border-t px-4 py-3">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="font-semibold text-small">{say("Reported and simulated reads")}</h2>
        <span className="text-micro text-tx3">
          {say("{scope}priced if agreement is at least {leastAgreement}", {
            scope,
            leastAgreement: formatShare(leastAgreement),
          })}
        </span>
      </div>
      {/* There is no room for four columns next to the list and the cause, so the mark's details contain the rest. */}
      <div className="@container overflow-x-auto">
        <Table>
          <TableHead>
            <tr>
              <HeadCell className="h-6 px-0">{say("policy")}</HeadCell>
              <HeadCell className="h-6 pr-0" isNumeric>
                {say("agreement")}
              </HeadCell>
              <HeadCell className="h-6 @max-md:hidden pr-0" isNumeric>
                {say("exact")}
              </HeadCell>
              <HeadCell className="h-6 pr-0" isNumeric>
                {say("cost")}
              </HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {policies.map((row) => (
              <TableRow key={row.id} className="border-b-0">
                <Cell className="h-6.5 whitespace-nowrap px-0">
                  <span className="inline-flex items-center gap-2">
                    <ProvenanceMark
                      basis={row.id === "ledger" ? "exact" : "estimated"}
                      detail={say(
                        "{meaning} {exact} of {transitions} reads exact, mean error {error} of the reported reads.",
                        {
                          meaning: say(POLICY_DETAIL[row.id]),
                          exact: row.exact,
                          transitions: row.transitions,
                          error: row.mean_error === null ? say("unknown") : row.mean_error.toFixed(4),
                        },
                      )}
                    >
                      {say(POLICY_NAME[row.id])}
                    </ProvenanceMark>
                  </span>
                </Cell>
                <Cell className="h-6.5 pr-0 font-medium" isNumeric>
                  {row.agreement === null ? <Unknown /> : formatShare(row.agreement)}
                </Cell>
                <Cell className="h-6.5 @max-md:hidden pr-0 text-tx2" isNumeric>
                  {row.exact}&thinsp;/&thinsp;{row.transitions}
                </Cell>
                <Cell className="h-6.5 pr-0" isNumeric>
                  <Cost row={row} />
                </Cell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  );
});

const Unknown = () => {
  const say = useSay();
  return <span className="text-tx3">{say("unknown")}</span>;
};

function Cost({ row: { cost, is_range } }: { row: PolicyRow }) {
  const say = useSay();
  if (cost === null) return <span className="text-tx3">–</span>;
  if (!is_range) return `~${formatMoney(cost.low.amount)}`;
  return (
    <span title={say("The simulation disagrees with the log too much for one price")}>
      {say("{low} to {high}", {
        low: formatMoney(cost.low.amount, { rounding: "down" }),
        high: formatMoney(cost.high.amount, { rounding: "up" }),
      })}
    </span>
  );
}
