"use client";
import { useMemo } from "react";
import { cn } from "@/components/ui/cn";
import { useIsPhone } from "@/components/ui/use-is-phone";
import { useSay } from "@/components/words/words-provider";
import type { AdviceResult } from "@/lib/api/schemas/advise";
import { adviceRanges, toAdviceView } from "@/lib/view-models/advice/advice-view";
import { AdviceFigure } from "./advice-figure";
import { AdviceReport } from "./advice-report";
import { AdviceStrip } from "./advice-strip";
import { AdviceTable } from "./advice-table";
import { ClientSettings } from "./client-settings";
import { LostFactBound } from "./lost-fact-bound";
import { LostFactPrice } from "./lost-fact-price";
import { PromiseCheck } from "./promise-check";
import { SessionChanges } from "./session-changes";
import type { AdviceRun } from "./use-advice";

type Props = {
  run: AdviceRun;
  state: { price: number | null; bound: number | null; since: string | null };
  onState: (change: { price?: number | null; bound?: number | null; since?: string }) => void;
};

/** An advice: the verdict, the curve, the price at which it holds, what to type, and every policy that was replayed. */
export function AdviceResults({ run, state, onState }: Props) {
  const say = useSay();
  const { result } = run;
  const ranges = useMemo(() => adviceRanges(result, state.bound), [result, state.bound]);
  const view = useMemo(
    () => toAdviceView(result, state.price, ranges, say, state.bound),
    [result, state.price, state.bound, ranges, say],
  );
  const isPhone = useIsPhone();
  const [first] = result.sessions;
  const client = new Set(result.sessions.map((session) => session.client)).size === 1 ? (first?.client ?? null) : null;
  const typed = view.best;
  const settings =
    view.hasAdvice && typed ? <ClientSettings policy={typed} window={first?.window ?? null} client={client} /> : null;
  const price = (
    <>
      <LostFactPrice view={view} onPrice={(price) => onState({ price })} />
      <LostFactBound view={view} onBound={(bound) => onState({ bound })} />
    </>
  );
  return (
    <>
      <AdviceStrip
        view={view}
        action={<AdviceReport run={run} view={view} client={client} window={first?.window ?? null} />}
      />
      {view.log === null ? null : (
        <div
          className={cn(
            "grid max-lg:grid-cols-1",
            result.parts === "sessions"
              ? "grid-cols-[minmax(0,1fr)_minmax(400px,44%)]"
              : "grid-cols-[minmax(0,1fr)_minmax(300px,30%)]",
          )}
        >
          <div className="min-w-0">
            <AdviceFigure view={view} parts={result.parts} />
            {isPhone ? (
              <div className="border-line2 border-t">
                {price}
                {settings}
              </div>
            ) : null}
            <AdviceTable view={view} />
          </div>
          <div className="min-w-0 border-line2 border-l max-lg:border-t max-lg:border-l-0">
            <SessionChanges view={view} />
            {isPhone ? null : (
              <>
                {price}
                {settings}
              </>
            )}
          </div>
        </div>
      )}
      {view.hasAdvice && typed ? (
        <PromiseCheck
          key={run.id}
          run={run.id}
          savedOn={run.created_at.slice(0, 10)}
          policy={typed.id}
          clients={[...new Set(result.sessions.flatMap((session) => session.client ?? []))]}
          since={state.since}
          onSince={(since) => onState({ since })}
        />
      ) : null}
      <LeftOut result={result} />
    </>
  );
}

function LeftOut({ result }: { result: AdviceResult }) {
  const say = useSay();
  if (result.left_out.length === 0 && !result.stopped) return null;
  return (
    <section aria-label={say("Left out")} className="border-line2 border-t px-4 py-3 text-small text-tx2 max-sm:px-3">
      {result.stopped ? <p>{say("The search was stopped: only what was measured until then is weighed.")}</p> : null}
      {result.left_out.length === 0 ? null : (
        <details>
          <summary>{say("{count} left out, and why", { count: result.left_out.length })}</summary>
          <ul className="mt-1 grid gap-0.5">
            {result.left_out.map(({ id, title, message }) => (
              <li key={id} className="min-w-0 truncate">
                {`${title}${say(": ")}${say.known(message)}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
