"use client";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { ProvenanceMark } from "@/components/ui/provenance-mark";
import { useSay } from "@/components/words/words-provider";
import type { CostAnswer } from "@/lib/api/schemas/cost-answer";
import type { CachePage } from "@/lib/read-models/cache-page";
import { formatCost } from "@/lib/read-models/words/cost-text";
import { perfectCacheNote } from "@/lib/view-models/cache/cache-summary";
import { formatMoney } from "@/lib/wording/number-format";

type Props = { totals: CachePage["totals"]; answer: CostAnswer; scope: string };

/**
 * Compares three costs of a session: with a perfect cache, as logged, and without a cache. Empty if the logged cost is
 * unknown.
 */
export const CostBars = memo(function CostBars({ totals, answer, scope }: Props) {
  const say = useSay();
  if (answer.cost.kind !== "known") return null;
  const note = perfectCacheNote(totals, answer, say);
  const costs = [
    { name: say("perfect caching"), amount: totals.cost_perfect_cache?.amount ?? null, isEstimate: true },
    { name: say("as logged"), amount: answer.cost.usd, isEstimate: false },
    { name: say("no caching"), amount: totals.cost_without_cache?.amount ?? null, isEstimate: false },
  ];
  const most = Math.max(...costs.map(({ amount }) => amount ?? 0), 1e-9);
  return (
    <section aria-label={say("What the session would have cost")} className="border-line border-t px-4 py-3">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="font-semibold text-small">{say("What the session would have cost")}</h2>
        <span className="text-micro text-tx3">{say("{scope}list prices", { scope })}</span>
      </div>
      <dl className="space-y-1">
        {costs.map(({ name, amount, isEstimate }) => (
          <div key={name} className="grid min-h-6 grid-cols-[112px_minmax(0,1fr)] items-center gap-2 text-small">
            <dt
              className={cn(
                "flex items-center gap-2 text-tx2",
                !isEstimate && name === say("as logged") && "font-semibold text-tx",
              )}
            >
              <ProvenanceMark
                basis={isEstimate ? "estimated" : "exact"}
                detail={
                  isEstimate
                    ? say("The provider's rule with perfect breakpoints and the observed times to live.")
                    : say("Reported usage at list prices.")
                }
              >
                {name}
              </ProvenanceMark>
            </dt>
            <dd className="tabular flex min-w-0 items-center gap-2">
              {amount === null ? (
                <span className="text-tx3">{say("unknown")}</span>
              ) : (
                <>
                  <span
                    aria-hidden
                    className={cn("data-fill h-2.5 shrink-0", name === say("as logged") ? "bg-tx" : "bg-tx2")}
                    style={{ width: `${Math.max(0.5, (amount / most) * 66)}%` }}
                  />
                  <span className={cn(name === say("as logged") && "font-semibold")}>
                    {name === say("as logged") ? formatCost(answer, say) : formatMoney(amount, { isEstimate })}
                  </span>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {note === null ? null : <p className="mt-2 max-w-[70ch] text-small text-tx2">{note}</p>}
      {totals.unread_premium && totals.unread_premium.amount > 0 ? (
        <p className="mt-2 text-micro text-tx3">
          {say("Unread cache writes cost {amount} more than plain input.", {
            amount: formatMoney(totals.unread_premium.amount),
          })}
        </p>
      ) : null}
    </section>
  );
});
