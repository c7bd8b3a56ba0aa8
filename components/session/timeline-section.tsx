"use client";
import dynamic from "next/dynamic";
import { memo, type ReactNode, useCallback } from "react";
import type { HoverStore } from "@/components/charts/hover-store";
import { Timeline } from "@/components/charts/timeline";
import { cn } from "@/components/ui/cn";
import { KIND_LABEL, KIND_MEANING, KINDS } from "@/components/ui/content-kinds";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import type { ShownRow } from "@/lib/read-models/simulated-rows";
import { toRangeSums } from "@/lib/view-models/session/range-sums";
import type { TimelinePoint, TimelineView } from "@/lib/view-models/session/timeline";
import { formatShare, formatTokens } from "@/lib/wording/number-format";
import type { AgentSummary } from "../../lib/api/schemas/session";
import { AgentSwitch } from "./agent-switch";
import { RequestTooltip, readShare } from "./request-tooltip";
import { timelineSentence } from "./timeline-sentence";
import { useSpineRange } from "./use-spine-range";
import { ZoomPath } from "./zoom-path";

/** What a page shows only when the reader asks for it. The server draws it if the address asks. */
const CsvButton = dynamic(() => import("./csv-button").then((module) => module.CsvButton));
const TimelineTable = dynamic(() => import("./timeline-table").then((module) => module.TimelineTable));
const SpineOverview = dynamic(() =>
  import("@/components/charts/spine-overview").then((module) => module.SpineOverview),
);

type Props = {
  view: TimelineView;
  /** The session's title, used in the name of the exported file. */
  title: string;
  rows: readonly ShownRow[];
  agents: readonly AgentSummary[];
  agent: string;
  onAgent: (agent: string) => void;
  spine: "chart" | "table";
  onSpine: (spine: "chart" | "table") => void;
  selected: number;
  onSelect: (position: number) => void;
  hover: HoverStore;
  /** Before the other controls of the chart. */
  controls?: ReactNode;
  /** Height of the plot in pixels; by default that of `Timeline`. */
  plotHeight?: number;
};

/** The timeline with its legend, the switch between agents, its table, and its description in one sentence. */
export function TimelineSection(props: Props) {
  const say = useSay();
  const { view, rows, selected, spine } = props;
  const row = rows[selected];
  const { range, setRange, zoomOut } = useSpineRange(rows.length, selected);
  const describe = useCallback(
    (point: TimelinePoint, position: number) => {
      const hovered = rows[position];
      return hovered ? (
        <RequestTooltip row={hovered} position={position} before={rows[position - 1]} point={point} />
      ) : null;
    },
    [rows],
  );
  const valueText = row
    ? say("Request {selected} of {count}, {tokens} tokens, {read} {share}", {
        selected: selected + 1,
        count: rows.length,
        tokens: formatTokens(row.prompt_tokens),
        read: row.isSimulated ? say("simulated read") : say("read"),
        share: formatShare(readShare(row)),
      })
    : say("no request");
  return (
    <section aria-label={say("Timeline")} className="shrink-0 border-line2 border-b">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-1 pr-4 pl-14 max-sm:pl-3">
        {range === null ? (
          <Legend view={view} className="max-sm:hidden" />
        ) : (
          <ZoomPath
            range={range}
            count={rows.length}
            times={[rows[range.from]?.started_at ?? null, rows[range.to]?.started_at ?? null]}
            sums={toRangeSums(rows, range, say)}
            onAll={() => setRange(null)}
            onOut={zoomOut}
          />
        )}
        <div className="ml-auto flex flex-wrap items-center gap-3">
          {props.controls}
          {spine === "table" ? <CsvButton rows={rows} view={view} title={props.title} agent={props.agent} /> : null}
          <AgentSwitch agents={props.agents} agent={props.agent} onAgent={props.onAgent} />
          <SegmentedControl
            label={say("Show the timeline as")}
            value={spine}
            onValueChange={props.onSpine}
            segments={[
              { value: "chart", label: say("Chart") },
              { value: "table", label: say("Table") },
            ]}
          />
        </div>
      </div>
      <p className="sr-only">{timelineSentence(view, say)}</p>
      {spine === "table" ? (
        <TimelineTable rows={rows} view={view} selected={selected} onSelect={props.onSelect} />
      ) : (
        <>
          {range === null ? null : <SpineOverview view={view} range={range} onRange={setRange} />}
          <Timeline
            range={range}
            onRange={setRange}
            view={view}
            selected={selected}
            hover={props.hover}
            onSelect={props.onSelect}
            valueText={valueText}
            describe={describe}
            {...(props.plotHeight !== undefined && { plotHeight: props.plotHeight })}
          />
          <Legend view={view} className="gap-x-3 px-3 pb-2 sm:hidden" />
          {view.isEstimate ? (
            <p className="pr-3 pb-2 pl-14 text-micro text-tx3 max-sm:pl-3">
              {say("{cache} Prompt sizes are estimates from the text it holds.", {
                cache: view.isCacheSimulated
                  ? say("The cache strip is simulated: this log reports no usage.")
                  : say("No cache strip: this log reports no usage."),
              })}
            </p>
          ) : null}
        </>
      )}
    </section>
  );
}

const Legend = memo(function Legend({ view, className }: { view: TimelineView; className: string }) {
  const say = useSay();
  const present = KINDS.filter((kind) => view.points.some((point) => point.composition[kind] > 0));
  return (
    <ul
      aria-label={say("Kinds of content")}
      className={cn("flex flex-wrap gap-x-4 gap-y-0.5 text-micro text-tx2", className)}
    >
      {present.map((kind) => (
        <li key={kind} title={say.known(KIND_MEANING[kind])} className="flex items-center gap-1.5">
          <Swatch kind={kind} />
          {say.known(KIND_LABEL[kind])}
        </li>
      ))}
    </ul>
  );
});
