"use client";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { ProvenanceMark } from "@/components/ui/provenance-mark";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import { mostOf } from "@/lib/answer/amount";
import type { CostAnswer } from "@/lib/api/schemas/cost-answer";
import type { SimulatedCache } from "@/lib/read-models/simulated-cache";
import { formatMoney, formatShare } from "@/lib/wording/number-format";
import { sentence } from "@/lib/wording/say";

type Props = {
  answer: CostAnswer;
  simulated: SimulatedCache;
  chosen: string;
  onChoose: (policy: string | null) => void;
  scope: string;
};

/** Compares what the session would have read, and its cost, under each cache's rules. All simulated. */
export const RulesTable = memo(function RulesTable({ answer, simulated, chosen, onChoose, scope }: Props) {
  const say = useSay();
  const { usual, policies } = simulated;
  const without = mostOf(answer.cost);
  return (
    <section aria-label={say("Simulated with other rules")} className="border-line border-t px-4 py-3">
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <h2 className="flex items-center gap-2 font-semibold text-small">
          <ProvenanceMark
            basis="simulated"
            detail={say(
              "Answers without a reported size are counted by Winnow. Prices are the list prices of the session's model, even under the rules of other caches.",
            )}
          >
            {say("Simulated with each cache's rules")}
          </ProvenanceMark>
        </h2>
        <span className="text-micro text-tx3">
          {scope}
          {without === null ? say("no cost") : say("{amount} without a cache", { amount: formatMoney(without) })}
        </span>
      </div>
      <Table>
        <TableHead>
          <tr>
            <HeadCell className="h-6 px-0">{say("rules")}</HeadCell>
            {[sentence("read"), sentence("breaks"), sentence("cost")].map((name) => (
              <HeadCell key={name} className="h-6 pr-0" isNumeric>
                {say(name)}
              </HeadCell>
            ))}
          </tr>
        </TableHead>
        <tbody>
          {policies.map(({ id, title, read_share, breaks, cost }) => (
            <TableRow key={id} className={cn("border-b-0", id === chosen && "bg-accbg")}>
              <Cell className="px-0 py-0.5">
                <button
                  type="button"
                  aria-pressed={id === chosen}
                  onClick={() => onChoose(id === usual ? null : id)}
                  className="text-left hover:underline"
                >
                  {say.known(title)}
                </button>
              </Cell>
              <Cell className="pr-0 font-medium" isNumeric>
                {read_share === null ? (
                  <span className="text-tx3">{say("unknown")}</span>
                ) : (
                  `~${formatShare(read_share)}`
                )}
              </Cell>
              <Cell className="pr-0" isNumeric>
                {breaks}
              </Cell>
              <Cell className="pr-0" isNumeric>
                {cost === null || without === null ? (
                  <span className="text-tx3">{say("unknown")}</span>
                ) : (
                  `~${formatMoney(cost.amount)}`
                )}
              </Cell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  );
});
