"use client";
import { ChevronRight, ZoomOut } from "lucide-react";
import dynamic from "next/dynamic";
import { memo, type ReactNode, useCallback } from "react";
import type { RequestRange } from "@/components/charts/column-layout";
import type { HoverStore } from "@/components/charts/hover-store";
import { Timeline } from "@/components/charts/timeline";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { KIND_LABEL, KIND_MEANING, KINDS } from "@/components/ui/content-kinds";
import { Kbd } from "@/components/ui/kbd";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { Swatch } from "@/components/ui/swatch";
import { said, useSay } from "@/components/words/words-provider";
import type { ShownRow } from "@/lib/read-models/simulated-rows";
import { toRangeSums } from "@/lib/view-models/session/range-sums";
import type { TimelinePoint, TimelineView } from "@/lib/view-models/session/timeline";
import { formatShare, formatTokens } from "@/lib/wording/number-format";
import type { AgentSummary } from "../../lib/api/schemas/session";
import { clockMinutes } from "./local-time";
import { RequestTooltip, readShare } from "./request-tooltip";
import { timelineSentence } from "./timeline-sentence";
import { useSpineRange } from "./use-spine-range";

/**
 * Shown only on request; the server renders it if the address asks for it. Each needs its own `loading` fallback,
 * because otherwise the page's loading line would replace the entire page while the part loads.
 */
const CsvButton = dynamic(() => import("./csv-button").then((module) => module.CsvButton), { loading: () => null });
const TimelineTable = dynamic(() => import("./timeline-table").then((module) => module.TimelineTable), {
  loading: () => <div className="h-[216px] border-line border-t" />,
});
const SpineOverview = dynamic(
  () => import("@/components/charts/spine-overview").then((module) => module.SpineOverview),
  { loading: () => <div className="h-[22px]" /> },
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
  /** Shown before the chart's other controls. */
  controls?: ReactNode;
  /** Height of the plot in pixels; by default `Timeline`'s. */
  plotHeight?: number;
};

/** The timeline with its legend, the agent switch, its table, and a one-sentence description. */
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
    ? say("Request {selected} of {count}, {tokens} tokens, {share} {read}", {
        selected: selected + 1,
        count: rows.length,
        tokens: formatTokens(row.prompt_tokens),
        read: row.isSimulated ? say("simulated as read from the cache") : say("read from the cache"),
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
              {view.isCacheSimulated
                ? say("The cache strip is simulated, and prompt sizes are estimated: this log reports no usage.")
                : say("Prompt sizes are estimates: this log reports no usage.")}
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
        <li key={kind} title={say(KIND_MEANING[kind])} className="flex items-center gap-1.5">
          <Swatch kind={kind} />
          {say(KIND_LABEL[kind])}
        </li>
      ))}
    </ul>
  );
});

type AgentSwitchProps = { agents: readonly AgentSummary[]; agent: string; onAgent: (agent: string) => void };

/** Maximum number of agents in a row of buttons; more get a menu. */
const FEW = 4;

/** Switches between the main thread and the sub-agents. Hidden for a single agent. */
function AgentSwitch({ agents, agent, onAgent }: AgentSwitchProps) {
  const say = useSay();
  const usable = agents.filter((candidate) => candidate.requests > 0 || candidate.id === agent);
  if (usable.length < 2) return null;
  if (usable.length > FEW) {
    const options = usable.map(({ id, requests }) => ({ value: id, label: `${shortName(id)} · ${requests}` }));
    return (
      <Select label={say("Agent")} value={agent} onValueChange={onAgent} options={options} className="h-6 max-w-48" />
    );
  }
  const segments = usable.map(({ id, requests }) => ({
    value: id,
    title: id,
    label: (
      <>
        {shortName(id)}
        <span className="tabular font-normal text-tx3">{requests}</span>
      </>
    ),
  }));
  return <SegmentedControl label={say("Agent")} value={agent} onValueChange={onAgent} segments={segments} />;
}

const shortName = (id: string) => (id.length > 12 ? id.slice(0, 7) : id);

type ZoomPathProps = {
  range: RequestRange;
  count: number;
  /** ISO 8601 of the first and last zoomed request; null if the log has no times. */
  times: readonly [string | null, string | null];
  /** Cost and losses of the zoomed requests. */
  sums: readonly string[];
  onAll: () => void;
  onOut: () => void;
};

/** The requests shown in the timeline, with a link back: `All 291 › requests 84–140`. */
function ZoomPath({ range, count, times, sums, onAll, onOut }: ZoomPathProps) {
  const say = useSay();
  const [first, last] = times.map(clockMinutes);
  return (
    <nav aria-label={say("Zoom of the timeline")} className="tabular flex flex-wrap items-center gap-x-1.5 text-small">
      <button type="button" onClick={onAll} className="min-h-6 text-acc hover:underline">
        {say("All {count}", { count: formatTokens(count) })}
      </button>
      <ChevronRight aria-hidden className="size-3.5 text-tx3" />
      <span className="font-semibold">
        {say("requests {from}–{to}", { from: formatTokens(range.from + 1), to: formatTokens(range.to + 1) })}
      </span>
      <span suppressHydrationWarning className="mr-2 text-micro text-tx3">
        {formatTokens(range.to - range.from + 1)}
        {first && last ? `, ${first}–${last}` : ""}
        {sums.map((text) => ` · ${text}`)}
      </span>
      <Button size="sm" onClick={onOut}>
        <ZoomOut aria-hidden />
        {said(say.parts("Zoom out {kbd}", { kbd: <Kbd>Esc</Kbd> }))}
      </Button>
    </nav>
  );
}
