"use client";
import { useMemo } from "react";
import { useIsPhone } from "@/components/ui/use-is-phone";
import type { AdviceResult } from "@/lib/api/schemas/advise";
import { toAdviceView } from "@/lib/view-models/advice-view";
import { AdviceFigure } from "./advice-figure";
import { AdviceStrip } from "./advice-strip";
import { AdviceTable } from "./advice-table";
import { ClientSettings } from "./client-settings";
import { LostFactPrice } from "./lost-fact-price";
import { SessionChanges } from "./session-changes";

type Props = { result: AdviceResult; price: number | null; onPrice: (price: number | null) => void };

/** An advice: the verdict, the curve, the price at which it holds, what to type, and every policy that was replayed. */
export function AdviceResults({ result, price, onPrice }: Props) {
  const view = useMemo(() => toAdviceView(result, price), [result, price]);
  const isPhone = useIsPhone();
  const [first] = result.sessions;
  const client = new Set(result.sessions.map((session) => session.client)).size === 1 ? (first?.client ?? null) : null;
  const typed = view.own?.policy ?? view.best;
  const settings =
    view.hasAdvice && typed ? <ClientSettings policy={typed} window={first?.window ?? null} client={client} /> : null;
  return (
    <>
      <AdviceStrip view={view} />
      {view.log === null ? null : (
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(300px,30%)] max-lg:grid-cols-1">
          <div className="min-w-0">
            <AdviceFigure view={view} parts={result.parts} />
            {isPhone ? settings : null}
            <AdviceTable view={view} />
          </div>
          <div className="min-w-0 border-line2 border-l max-lg:border-t max-lg:border-l-0">
            <LostFactPrice view={view} onPrice={onPrice} />
            <SessionChanges view={view} />
            {isPhone ? null : settings}
          </div>
        </div>
      )}
      <LeftOut result={result} />
    </>
  );
}

function LeftOut({ result }: { result: AdviceResult }) {
  if (result.left_out.length === 0 && !result.stopped) return null;
  return (
    <section aria-label="Left out" className="border-line2 border-t px-4 py-3 text-small text-tx2 max-sm:px-3">
      {result.stopped ? <p>The search was stopped: only what was measured until then is weighed.</p> : null}
      {result.left_out.length === 0 ? null : (
        <details>
          <summary>{`${result.left_out.length} left out, and why`}</summary>
          <ul className="mt-1 grid gap-0.5">
            {result.left_out.map(({ id, title, message }) => (
              <li key={id} className="min-w-0 truncate">
                {`${title}: ${message}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
