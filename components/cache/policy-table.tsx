"use client";
import { memo } from "react";
import { ProvenanceMark } from "@/components/ui/provenance-mark";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { formatMoney, formatShare } from "@/lib/view-models/number-format";
import type { LineId, PolicyRow } from "@/lib/view-models/session-cache";

export const POLICY_NAME: Readonly<Record<LineId, string>> = {
  ledger: "reported usage",
  optimum: "documented optimum",
  realistic: "realistic",
  calibrated: "calibrated",
};

const POLICY_DETAIL: Readonly<Record<LineId, string>> = {
  ledger: "What the requests before left in the cache, by their reported usage.",
  optimum: "The provider's published rule with perfect breakpoints.",
  realistic: "The provider's rule with observed or assumed breakpoints.",
  calibrated: "The realistic one, scaled to this session's reported reads.",
};

type Props = { policies: readonly PolicyRow[]; leastAgreement: number; scope: string };

/**
 * Shows how well each policy agrees with the reported usage. Below an agreement of `leastAgreement` its cost is shown as a range.
 */
export const PolicyTable = memo(function PolicyTable({ policies, leastAgreement, scope }: Props) {
  return (
    <section aria-label="Reported against simulated reads" className="border-line border-t px-4 py-3">
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <h2 className="font-semibold text-small">Reported against simulated reads</h2>
        <span className="text-micro text-tx3">
          {scope}priced from {formatShare(leastAgreement)} agreement
        </span>
      </div>
      <div className="overflow-x-auto">
        <Table>
          <TableHead>
            <tr>
              <HeadCell className="h-6 px-0">policy</HeadCell>
              <HeadCell className="h-6 pr-0" isNumeric>
                agreement
              </HeadCell>
              <HeadCell className="h-6 pr-0" isNumeric>
                exact
              </HeadCell>
              <HeadCell className="h-6 pr-0" isNumeric>
                cost
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
                      detail={`${POLICY_DETAIL[row.id]} Mean error ${row.mean_error === null ? "unknown" : row.mean_error.toFixed(4)} of the reported reads.`}
                    >
                      {POLICY_NAME[row.id]}
                    </ProvenanceMark>
                  </span>
                </Cell>
                <Cell className="h-6.5 pr-0 font-medium" isNumeric>
                  {row.agreement === null ? <Unknown /> : formatShare(row.agreement)}
                </Cell>
                <Cell className="h-6.5 pr-0 text-tx2" isNumeric>
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

const Unknown = () => <span className="text-tx3">unknown</span>;

function Cost({ row: { cost, is_range } }: { row: PolicyRow }) {
  if (cost === null) return <span className="text-tx3">–</span>;
  if (!is_range) return `~${formatMoney(cost.low.amount)}`;
  return (
    <span title="It disagrees with the log too much for a price">
      {formatMoney(cost.low.amount)} to {formatMoney(cost.high.amount)}
    </span>
  );
}
