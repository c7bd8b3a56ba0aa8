"use client";
import { Download } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef } from "react";
import { ReplayFirings } from "@/components/charts/replay-firings";
import { replayFrame, requestAt, xOfRequest } from "@/components/charts/replay-layout";
import { ReplayLines, RequestAxis } from "@/components/charts/replay-lines";
import { saveCsv } from "@/components/session/save-csv";
import { Button } from "@/components/ui/button";
import { hasModifier } from "@/components/ui/has-modifier";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useElementWidth } from "@/components/ui/use-element-width";
import { said, useSay } from "@/components/words/words-provider";
import { replayRecords } from "@/lib/view-models/replay/replay-records";
import { atRequest, type ReplayMeasure, type ReplayView, signOf } from "@/lib/view-models/replay/replay-view";
import { isWindowFar } from "@/lib/view-models/session/window-far";
import { formatMoney, formatRequest, formatTokens, formatWholeThousands } from "@/lib/wording/number-format";
import { type Say, type Sentence, sentence } from "@/lib/wording/say";
import { PolicyLine } from "./policy-line";
import { ReplayRequests } from "./replay-requests";
import type { ReplayState, SetReplayState } from "./use-replay-state";

type Props = {
  view: ReplayView;
  /** The labels in English, for exported files. */
  exported: () => ReplayView;
  /** Part of the exported files' names. */
  name: string;
  reserveFrom: number | null;
  selected: number;
  state: ReplayState;
  setState: SetReplayState;
};

const HEIGHT = 232;
const COST_HEIGHT = 176;
/** Pixels; a smaller width means that the page has not been laid out yet. */
const LEAST_WIDTH = 160;

const NOTES: Readonly<Record<Exclude<ReplayMeasure, "cost">, Sentence>> = {
  window: sentence("prompt tokens per request (~ = modelled)"),
  read: sentence("cumulative share of prompt tokens read from the cache"),
  regret: sentence("facts that a policy removed and the agent used again, cumulative"),
};

/** Charts over the requests: window, read share or lost facts, when each policy ran, and its cost so far. */
export function ReplayCharts({ view, exported, name, reserveFrom, selected, state, setState }: Props) {
  const say = useSay();
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const { measure } = state;
  const isFar = isWindowFar(view.window, highestOf(view, "window"));
  const onSelect = (at: number) => void setState({ request: at + 1 });
  const firing = view.series.filter(({ fired, style }) => fired.length > 0 && style !== "keep-all");
  return (
    <section aria-label={say("Lines per policy")} className="border-line2 border-y pt-2">
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 px-4 max-sm:px-3">
        <h2 className="font-semibold text-small">{say(TITLES[measure])}</h2>
        <span className="text-micro text-tx3">
          {measureNote(measure, { window: view.window, isFar, reserveFrom }, say)}
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          <Controls state={state} setState={setState} />
          <Button size="sm" onClick={() => void saveCsv(replayRecords(exported()), `winnow-replay-${name}`)}>
            <Download aria-hidden />
            CSV
          </Button>
        </span>
      </div>
      {state.as === "table" ? (
        <ReplayRequests view={view} />
      ) : (
        <>
          <AtSelected view={view} measure={measure} selected={selected} />
          <div ref={ref} className="min-w-0 px-2 max-sm:px-0">
            {width === null || width < LEAST_WIDTH ? (
              <div style={{ height: HEIGHT + COST_HEIGHT }} />
            ) : (
              <ReplayPlot
                label={say("Request")}
                valueText={spokenText(view, measure, selected, say)}
                count={view.requests}
                selected={selected}
                onSelect={onSelect}
                width={width - 16}
              >
                <MeasureLines view={view} measure={measure} width={width - 16} reserveFrom={reserveFrom} />
                <ReplayFirings series={firing} count={view.requests} width={width - 16} />
                <p className="border-line border-t px-2 pt-2 text-small">
                  <span className="font-semibold">{say("Cumulative cost")}</span>{" "}
                  <span className="ml-2 text-micro text-tx3">{costNote(view, say)}</span>
                </p>
                <MeasureLines view={view} measure="cost" width={width - 16} reserveFrom={null} />
                <RequestAxis count={view.requests} width={width - 16} />
              </ReplayPlot>
            )}
          </div>
        </>
      )}
    </section>
  );
}

type WindowFacts = { readonly window: number | null; readonly isFar: boolean; readonly reserveFrom: number | null };

function measureNote(measure: ReplayMeasure, { window, isFar, reserveFrom }: WindowFacts, say: Say): string {
  if (measure === "cost") return "";
  const note = say(NOTES[measure]);
  if (measure !== "window") return note;
  if (isFar) return say("{note}; the window of {tokens} is far above", { note, tokens: formatWholeThousands(window) });
  return reserveFrom === null ? note : say("{note}; hatched: the client's compaction reserve", { note });
}

const costNote = ({ series }: ReplayView, say: Say): string =>
  series.some(({ costSign }) => costSign === "≥")
    ? say("input modelled, output as logged; ≥: the log contains only part of the outputs")
    : say("~: input modelled, output as logged");

const TITLES = {
  window: sentence("Window"),
  read: sentence("Read share"),
  regret: sentence("Lost facts"),
} as const;

function Controls({ state, setState }: Pick<Props, "state" | "setState">) {
  const say = useSay();
  return (
    <>
      <SegmentedControl
        label={say("Measure")}
        value={state.measure}
        onValueChange={(measure) => void setState({ measure })}
        segments={(["window", "read", "regret"] as const).map((value) => ({ value, label: say(TITLES[value]) }))}
      />
      <SegmentedControl
        label={say("Show lines as")}
        value={state.as}
        onValueChange={(as) => void setState({ as })}
        segments={[
          { value: "chart", label: say("Chart") },
          { value: "table", label: say("Table") },
        ]}
      />
    </>
  );
}

const FORMATS: Readonly<Record<ReplayMeasure, (value: number) => string>> = {
  window: formatWholeThousands,
  read: (share) => `${Math.round(share * 100)}\u202f%`,
  regret: formatTokens,
  cost: (amount) => formatMoney(amount),
};

type LinesProps = { view: ReplayView; measure: ReplayMeasure; width: number; reserveFrom: number | null };

function MeasureLines({ view, measure, width, reserveFrom }: LinesProps) {
  const say = useSay();
  const lines = useMemo(
    () =>
      view.series.map(({ id, name, style, costSign, values }) => {
        return { id, label: name, style, sign: signOf(measure, style, costSign), values: values[measure] };
      }),
    [view, measure],
  );
  const highest = useMemo(() => highestOf(view, measure), [view, measure]);
  const isWindow = measure === "window";
  const limit = useMemo(
    () =>
      isWindow && view.window !== null && !isWindowFar(view.window, highest)
        ? { value: view.window, from: reserveFrom }
        : null,
    [isWindow, view, highest, reserveFrom],
  );
  const mark = useMemo(() => (limit === null ? null : leavingMark(view, say)), [limit, view, say]);
  return (
    <ReplayLines
      lines={lines}
      count={view.requests}
      width={width}
      height={measure === "cost" ? COST_HEIGHT : HEIGHT}
      top={measure === "read" ? 1 : Math.max(highest, limit?.value ?? 0)}
      format={FORMATS[measure]}
      isStep={isWindow || measure === "regret"}
      limit={limit}
      mark={mark}
    />
  );
}

/**
 * The line for keeping everything grows with the log and may leave the plot, so that it does not squeeze the
 * others.
 */
const highestOf = ({ series }: ReplayView, measure: ReplayMeasure): number =>
  series
    .filter(({ style }) => style !== "keep-all")
    .reduce((top, { values }) => values[measure].reduce<number>((most, value) => Math.max(most, value ?? 0), top), 0);

/** The point at which keeping everything no longer fits the window. */
function leavingMark({ series, window }: ReplayView, say: Say) {
  const whole = series.find(({ style }) => style === "keep-all")?.values.window ?? [];
  const at = window === null ? -1 : whole.findIndex((value) => value !== null && value > window);
  return at < 0 ? null : { at, text: say("keep all exceeds the window at {request}", { request: formatRequest(at) }) };
}

function AtSelected({ view, measure, selected }: { view: ReplayView; measure: ReplayMeasure; selected: number }) {
  const say = useSay();
  const costs = atRequest(view, "cost", selected);
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-0.5 px-4 py-1 text-micro text-tx2 max-sm:px-3">
      <span className="font-medium text-tx">{say("Request {number}", { number: formatRequest(selected) })}</span>
      {atRequest(view, measure, selected).map(({ id, label, style, text }, index) => (
        <span key={id} className="inline-flex items-center gap-1.5">
          <PolicyLine style={style} />
          <span>
            {said(
              // Only figures use tabular numerals, because these would spread the hyphens in a name.
              say.parts("{label} {text}, {cost}", {
                label,
                text: <span className="tabular">{say.known(text)}</span>,
                cost: <span className="tabular">{say.known(costs[index]?.text ?? "")}</span>,
              }),
            )}
          </span>
        </span>
      ))}
    </p>
  );
}

const spokenText = (view: ReplayView, measure: ReplayMeasure, selected: number, say: Say): string =>
  say("Request {at} of {count}: {figures}", {
    at: selected + 1,
    count: view.requests,
    figures: atRequest(view, measure, selected)
      .map(({ label, text }) => `${label} ${say.known(text)}`)
      .join(say(", ")),
  });

type ReplayPlotProps = {
  label: string;
  /** Describes the selected request to screen readers. */
  valueText: string;
  count: number;
  selected: number;
  onSelect: (at: number) => void;
  width: number;
  children: ReactNode;
};

/** Charts over the same requests, one below the other, sharing one selected request, set by click or arrow keys. */
function ReplayPlot({ label, valueText, count, selected, onSelect, width, children }: ReplayPlotProps) {
  const ref = useRef<HTMLDivElement>(null);
  const frame = replayFrame(width, 0);
  const choose = (event: PointerEvent) => {
    const left = ref.current?.getBoundingClientRect().left ?? 0;
    onSelect(requestAt(frame, count, event.clientX - left));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = hasModifier(event) ? null : keyTarget(event.key, selected, count);
    if (next === null) return;
    event.preventDefault();
    onSelect(Math.max(0, Math.min(count - 1, next)));
  };
  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={selected + 1}
      aria-valuetext={valueText}
      onPointerDown={choose}
      onKeyDown={onKeyDown}
      className="relative cursor-crosshair"
    >
      {children}
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-px bg-acc"
        style={{ left: Math.round(xOfRequest(frame, count, selected)) }}
      />
    </div>
  );
}

const PAGE = 10;

function keyTarget(key: string, selected: number, count: number): number | null {
  if (key === "ArrowRight" || key === "ArrowUp") return selected + 1;
  if (key === "ArrowLeft" || key === "ArrowDown") return selected - 1;
  if (key === "PageUp") return selected + PAGE;
  if (key === "PageDown") return selected - PAGE;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}
