"use client";
import { type ReactNode, useMemo } from "react";
import type { Finished } from "@/components/api/call-api";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import { loadLater } from "@/components/ui/load-later";
import { Slider } from "@/components/ui/slider";
import { useIsPhone } from "@/components/ui/use-is-phone";
import { useSay } from "@/components/words/words-provider";
import type { AdviceResult } from "@/lib/api/schemas/advise";
import type { ClientSettingAnswer } from "@/lib/api/schemas/client-setting";
import { type AdviceView, adviceRanges, toAdviceView } from "@/lib/view-models/advice/advice-view";
import { joinSentences } from "@/lib/wording/join-sentences";
import { formatPrice } from "@/lib/wording/number-format";
import { problemText } from "@/lib/wording/problem-text";
import { AdviceFigure } from "./advice-figure";
import { AdviceTable } from "./advice-table";
import { OtherSettings, OwnSetting, useClientSettings } from "./client-settings";
import { PromiseCheck } from "./promise-check";
import { SessionChanges } from "./session-changes";
import { Undecided } from "./undecided";
import type { AdviceRun } from "./use-advice";
import { WaysIn } from "./ways-in";

const AdviceReport = loadLater(
  () => import("./advice-report").then((module) => module.AdviceReport),
  <span className="h-7 w-24" />,
);

type Props = {
  run: AdviceRun;
  state: { price: number | null; bound: number | null; since: string | null };
  onState: (change: { price?: number | null; bound?: number | null; since?: string }) => void;
};

/** Saved advice, or why it cannot be shown; nothing while it loads. */
export function ShownAdvice({ shown, ...rest }: Omit<Props, "run"> & { shown: Finished<AdviceRun> | null }) {
  const say = useSay();
  if (shown === null) return null;
  if (shown.ok) return <AdviceResults run={shown.value} {...rest} />;
  return (
    <ErrorState title={say("That advice cannot be shown")} code={shown.failure}>
      {problemText(shown.failure, say)}
    </ErrorState>
  );
}

/** Advice: verdict, curve, price range, settings, and every replayed policy. */
function AdviceResults({ run, state, onState }: Props) {
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
  const settings = useClientSettings(view.hasAdvice ? typed : null, first?.window ?? null, client);
  const own = client === null ? null : settingToCopy(settings ?? []);
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
        setting={own}
        action={<AdviceReport run={run} view={view} chosen={state} client={client} window={first?.window ?? null} />}
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
            {isPhone ? <div className="border-line2 border-t">{price}</div> : null}
            <AdviceTable view={view} />
          </div>
          <div className="min-w-0 border-line2 border-l max-lg:border-t max-lg:border-l-0">
            <SessionChanges view={view} />
            {isPhone ? null : price}
          </div>
        </div>
      )}
      {settings === null ? null : <OtherSettings settings={settings.filter((setting) => setting !== own)} />}
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
      {result.stopped ? (
        <p>{say("The search was stopped. Only the policies measured before then were considered.")}</p>
      ) : null}
      {result.left_out.length === 0 ? null : (
        <details>
          <summary>{say("{count} left out, and why", { count: result.left_out.length })}</summary>
          <ul className="mt-1 grid gap-0.5">
            {result.left_out.map((left) => (
              <li key={left.id} className="min-w-0 truncate">
                {`${left.title}${say(": ")}${problemText(left, say)}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** The settings list's first entry: the client's own, or Winnow's recipe if the client has none. */
function settingToCopy(settings: readonly ClientSettingAnswer[]): ClientSettingAnswer | null {
  const [own] = settings;
  return (own?.text === null ? settings.find(({ client }) => client === "winnow") : own) ?? null;
}

type StripProps = { view: AdviceView; setting: ClientSettingAnswer | null; action: ReactNode };

/**
 * Shows, in this order: what the person's own client can do, with its setting; Winnow in the loop; and what is
 * undecided, with the reason.
 */
function AdviceStrip({ view, setting, action }: StripProps) {
  const say = useSay();
  const isWinnowFirst = view.hasAdvice && setting?.client === "winnow";
  return (
    <section
      aria-label={say("Verdict")}
      className="flex items-start gap-4 border-line2 border-b bg-s1 px-4 py-3 max-sm:flex-col max-sm:gap-2 max-sm:px-3"
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold" role="status">
          {view.chip === null ? null : (
            <Chip tone="dashed" className="mr-2 align-middle">
              {view.chip}
            </Chip>
          )}
          {view.sentence}
        </p>
        <p className="mt-0.5 text-small text-tx2">{joinSentences([view.detail, view.sessionsNote], say)}</p>
        {setting === null ? null : <OwnSetting setting={setting} />}
        {view.second === null ? null : (
          <p className="mt-2 text-small">
            {view.second.sentence} {view.second.policy === null && !isWinnowFirst ? null : <WaysIn />}
          </p>
        )}
        {view.log === null ? null : <Undecided />}
      </div>
      {action}
    </section>
  );
}

type LostFactBoundProps = { view: AdviceView; onBound: (most: number | null) => void };

/** Last step of the slider, as a multiple of the default bound. */
const MAX_TIMES = 4;
const STEPS = 40;

/** Sets and explains how much a policy may lose. A cheaper policy that loses more is not advised. */
function LostFactBound({ view, onBound }: LostFactBoundProps) {
  const say = useSay();
  const { most, usual, logged } = view.bound;
  const size = (usual * MAX_TIMES) / STEPS;
  const usualStep = Math.round(usual / size);
  const rate = (value: number) => value.toFixed(1);
  return (
    <section aria-label={say("Lost facts allowed")} className="border-line2 border-b px-4 py-3 max-sm:px-3">
      <div className="flex items-center justify-between">
        <h2 className="font-semibold text-small">{say("Lost facts allowed")}</h2>
        <span className="font-semibold tabular-nums">{say("{most} per 100 requests", { most: rate(most) })}</span>
      </div>
      <Slider
        label={say("Maximum lost facts per 100 requests")}
        value={Math.min(STEPS, Math.round(most / size))}
        min={0}
        max={STEPS}
        step={1}
        defaultMark={usualStep}
        valueText={rate(most)}
        onValueChange={(step) => onBound(step === usualStep ? null : Math.round(step * size * 10) / 10)}
        className="w-full"
      />
      <p className="flex items-center justify-between gap-3 text-micro text-tx3">
        <span>
          {say(
            "This log lost {logged}. At {most}, the agent may use up to {most} facts per 100 requests that its prompt no longer contains.",
            { logged: rate(logged), most: rate(most) },
          )}
        </span>
        {most === usual ? null : (
          <Button size="sm" onClick={() => onBound(null)}>
            {say("Back to {price}", { price: rate(usual) })}
          </Button>
        )}
      </p>
    </section>
  );
}

type LostFactPriceProps = { view: AdviceView; onPrice: (price: number | null) => void };

/** Sets the price of a lost fact, and shows the ranges in which the advice stays the same. */
function LostFactPrice({ view, onPrice }: LostFactPriceProps) {
  const say = useSay();
  return (
    <section aria-label={say("Price of a lost fact")} className="border-line2 border-b px-4 py-3 max-sm:px-3">
      <div className="flex items-center justify-between">
        <h2 className="font-semibold text-small">{say("Price of a lost fact")}</h2>
        <span className="font-semibold tabular-nums">{formatPrice(view.price)}</span>
      </div>
      <Slider
        label={say("Price of a lost fact in US dollars")}
        value={nearest(view.steps, view.price)}
        min={0}
        max={view.steps.length - 1}
        step={1}
        defaultMark={nearest(view.steps, view.ownPrice)}
        valueText={formatPrice(view.price)}
        onValueChange={(step) => onPrice(view.steps[step] === view.ownPrice ? null : (view.steps[step] ?? null))}
        className="w-full"
      />
      <p className="flex items-center justify-between gap-3 text-micro text-tx3">
        <span>{view.priceNote}</span>
        {view.price === view.ownPrice ? null : (
          <Button size="sm" onClick={() => onPrice(null)}>
            {say("Back to {price}", { price: formatPrice(view.ownPrice) })}
          </Button>
        )}
      </p>
      {view.ranges.length === 0 ? null : (
        <ol className="mt-2 grid gap-0.5 text-small">
          {view.ranges.map(({ from, label, isNow }) => (
            <li key={from} className={cn("flex justify-between gap-3", isNow ? "font-medium text-tx" : "text-tx2")}>
              <span className="tabular-nums">{say("from {price}", { price: formatPrice(from) })}</span>
              <span className="min-w-0 truncate">{label}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Index of the step nearest to a price. A price from a link may lie between two steps. */
const nearest = (steps: readonly number[], price: number): number =>
  steps.reduce(
    (best, step, index) => (Math.abs(step - price) < Math.abs((steps[best] ?? 0) - price) ? index : best),
    0,
  );
