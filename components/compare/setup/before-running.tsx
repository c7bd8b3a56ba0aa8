"use client";
import type { ComponentProps } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { useSay } from "@/components/words/words-provider";
import type { ComparedStrategy } from "@/lib/api/schemas/compare";
import { netText, triggerText } from "@/lib/view-models/compare/matrix-cells";
import { formatShare, formatTokens } from "@/lib/wording/number-format";
import { problemText } from "@/lib/wording/problem-text";
import { SummaryChoice } from "./summary-choice";

type SummaryChoiceProps = ComponentProps<typeof SummaryChoice>;

type Props = {
  before: number;
  /** Whether a strategy is open, so its effect is shown. */
  isOpen: boolean;
  result: ComparedStrategy | undefined;
  count: number;
  force: boolean;
  onForce: (force: boolean) => void;
  /** null if none of the chosen strategies summarises. */
  summaries: SummaryChoiceProps | null;
};

/** Shows the effect of the strategy in the form, and what the run will do. */
export function BeforeRunning({ before, isOpen, result, count, force, onForce, summaries }: Props) {
  const say = useSay();
  const isByModel = summaries?.writer === "model";
  return (
    <section aria-label={say("Before running")} className="divide-y divide-line">
      {isOpen ? (
        // Reserves space for the effect, so that content below does not move when it arrives.
        <div className="min-h-[246px] px-4 py-3">
          <h2 className="mb-2 font-semibold text-small">{say("Before running")}</h2>
          {result ? <Effect before={before} result={result} /> : null}
        </div>
      ) : null}
      <div className="px-4 py-3 text-small">
        <h2 className="mb-1 font-semibold text-small">{say("This run")}</h2>
        <Line label={say("{count, plural, one {# strategy} other {# strategies}}", { count })}>
          {isByModel ? say("with a model") : say("no model")}
        </Line>
        <Line label={say("leaves this machine")}>{isByModel ? say("the text to be summarised") : say("nothing")}</Line>
        {summaries ? <SummaryChoice {...summaries} /> : null}
        <label className="mt-2 flex items-start gap-2" htmlFor="force">
          <Checkbox id="force" className="mt-0.5" checked={force} onCheckedChange={(next) => onForce(next === true)} />
          <span>
            {say("Run even if the trigger has not fired")}
            <span className="block text-micro text-tx3">
              {say("otherwise a strategy does what its product would do at this request")}
            </span>
          </span>
        </label>
      </div>
    </section>
  );
}

function Effect({ before, result }: { before: number; result: ComparedStrategy }) {
  const say = useSay();
  const { stats, cache } = result;
  if (result.status !== "applied")
    return (
      <p className="text-small text-tx2">
        {result.status === "noop"
          ? say("Unchanged: {trigger}.", { trigger: triggerText(stats.trigger, say) })
          : problemText(result.failure ?? { message: result.status }, say)}
      </p>
    );
  return (
    <>
      <dl className="tabular mb-2 flex divide-x divide-line">
        <Figure label={say("tokens after")}>{formatTokens(stats.tokens_after)}</Figure>
        <Figure label={say("saved share")}>{formatShare(stats.saved_fraction)}</Figure>
        <Figure label={say("parts changed")}>
          {formatTokens(stats.parts.replaced + stats.parts.put_aside + stats.parts.dropped)}
        </Figure>
      </dl>
      <div aria-hidden className="mb-3 flex flex-col gap-1">
        <span className="data-fill h-3 bg-ctl" />
        <span
          className="data-fill h-3 bg-tx2"
          style={{ width: `${before === 0 ? 0 : (stats.tokens_after / before) * 100}%` }}
        />
        <span className="text-micro text-tx3">{say("above: the prompt as it is; below: after the strategy")}</span>
      </div>
      <h3 className="mb-1 font-semibold text-small">{say("Cache and money")}</h3>
      <Line label={say("prefix kept")}>{formatTokens(cache.prefix_tokens_kept)}</Line>
      <Line label={say("written again, once")}>{formatTokens(cache.suffix_tokens_rewritten)}</Line>
      <Line label={say("pays for itself after")}>
        {cache.break_even_requests === null
          ? say("never")
          : say("~{figure} requests", { figure: cache.break_even_requests.toFixed(1) })}
      </Line>
      <Line label={say("net after 10 requests")}>{netText(cache.net_cost_after_10_requests, say)}</Line>
    </>
  );
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col-reverse px-3 first:pl-0">
      <dt className="text-micro text-tx3">{label}</dt>
      <dd className="whitespace-nowrap font-semibold text-figure">{children}</dd>
    </div>
  );
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <p className="tabular flex h-[18px] items-center justify-between text-small">
      <span className="text-tx2">{label}</span>
      <span>{children}</span>
    </p>
  );
}
