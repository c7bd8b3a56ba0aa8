"use client";
import { useRouter } from "next/navigation";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { AnswerProvider } from "@/components/answer/answer-context";
import { createHoverStore } from "@/components/charts/hover-store";
import { readRange } from "@/components/charts/zoom";
import { PageTabs } from "@/components/session/page-tabs";
import { SessionHeader } from "@/components/session/session-header";
import { viewHref } from "@/components/session/session-nav";
import { TimelineSection } from "@/components/session/timeline-section";
import { UnknownRequest } from "@/components/session/unknown-request";
import { useRangeText } from "@/components/session/use-spine-range";
import { EmptyState } from "@/components/ui/empty-state";
import { useIsPhone } from "@/components/ui/use-is-phone";
import { useSay } from "@/components/words/words-provider";
import type { CostAnswer } from "@/lib/api/schemas/cost-answer";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import type { SessionSummary } from "@/lib/api/schemas/session";
import type { AgentOutline } from "@/lib/read-models/agent-outline";
import type { AgentCache, PolicyRow, SessionCache } from "@/lib/read-models/session-cache";
import type { SimulatedAgent, SimulatedCache } from "@/lib/read-models/simulated-cache";
import { type ShownRow, withSimulatedUsage } from "@/lib/read-models/simulated-rows";
import { causesByRequest } from "@/lib/view-models/answer/cause-of-request";
import { cacheSummary } from "@/lib/view-models/cache/cache-summary";
import { openingRequest, stillReadAfterBreaks, toLaneMarks } from "@/lib/view-models/cache/lane-marks";
import { largestDrop, withToldBreaks } from "@/lib/view-models/cache/listed-drops";
import type { ReadDrop } from "@/lib/view-models/cache/read-drops";
import { linkedRequest } from "@/lib/view-models/session/linked-request";
import { type PackedRows, unpackRows } from "@/lib/view-models/session/pack-rows";
import { toTimelineView } from "@/lib/view-models/session/timeline";
import { BreakList } from "./break-list";
import { CostBars } from "./cost-bars";
import { FirstTokens } from "./first-tokens";
import { LanesSection } from "./lanes-section";
import { PolicyTable } from "./policy-table";
import { ReadDropList } from "./read-drop-list";
import { RulesTable } from "./rules-table";
import { SelectedBreak } from "./selected-break";
import { SimulatedBand } from "./simulated-band";
import { useCacheKeys } from "./use-cache-keys";
import { useCacheState, useRules } from "./use-cache-state";

export type CacheViewProps = {
  id: string;
  summary: SessionSummary;
  agent: string;
  packedRows: PackedRows;
  outline: AgentOutline;
  cache: SessionCache;
  /** Cost, causes and remedies. */
  answer: CostAnswer;
  own: AgentCache;
  /** Requests that read less than the previous one, if the log cannot show breaks; without those of `own.breaks`. */
  drops: readonly ReadDrop[];
  /** For a log without cache figures: one policy's simulation; otherwise null. */
  simulated: { readonly cache: SimulatedCache; readonly own: SimulatedAgent; readonly policy: string } | null;
};

/** The Cache page: reads of the cached prefix, breaks, causes and costs. Its state is in the URL. */
export function CacheView({ packedRows, ...props }: CacheViewProps) {
  const say = useSay();
  const { id, summary } = props;
  const { simulated } = props;
  const rows = useMemo(() => {
    const logged = unpackRows<RequestRow>(packedRows);
    return simulated === null ? logged : withSimulatedUsage(logged, simulated.own);
  }, [packedRows, simulated]);
  const own = useMemo(
    () => (simulated === null ? props.own : { lanes: props.own.lanes, breaks: simulated.own.breaks }),
    [props.own, simulated],
  );
  const causes = useMemo(() => causesByRequest(props.answer), [props.answer]);
  return (
    <main id="main" className="flex min-w-0 flex-col">
      <SessionHeader summary={summary} />
      {rows.length === 0 ? (
        <>
          <PageTabs current="cache" place={{ id }} />
          <EmptyState title={say("No requests in this log")}>{say("There is no prompt to analyse.")}</EmptyState>
        </>
      ) : (
        <AnswerProvider causes={causes}>
          <CacheBody {...props} rows={rows} own={own} />
        </AnswerProvider>
      )}
    </main>
  );
}

const emptyBreaks = ({ cache }: SessionSummary) =>
  cache.breaks === null ? "untold" : cache.read_share === 0 ? "unread" : "held";

type BodyProps = Omit<CacheViewProps, "packedRows"> & { rows: readonly ShownRow[] };

function CacheBody(props: BodyProps) {
  const say = useSay();
  const { id, summary, agent, rows, outline, cache, own, simulated } = props;
  const router = useRouter();
  const [state, setState] = useCacheState();
  const [spine, setSpine] = useState<"chart" | "table">("chart");
  const [hover] = useState(createHoverStore);
  const { window } = outline;
  const { breaks } = own;
  const drops = useMemo(() => withToldBreaks(props.drops, breaks), [props.drops, breaks]);
  const stops = drops.length > 0 ? drops : breaks;
  const opening = useMemo(() => largestDrop(drops)?.at ?? openingRequest(rows, breaks), [rows, breaks, drops]);
  const { position: selected, note: unknownRequest } = linkedRequest(state.request, rows.length, opening, say);
  const { timeline, marks, floor } = useLanes(rows, outline, own, state.policy);
  const select = useCallback((position: number) => void setState({ request: position + 1 }), [setState]);
  const [before, after] = [stops.findLast(({ at }) => at < selected)?.at, stops.find(({ at }) => at > selected)?.at];
  const place = { id, agent, position: selected };
  const [, setRules] = useRules();
  const onRules = useCallback((policy: string | null) => void setRules(policy), [setRules]);
  const hasCache = rows.some(({ cache_read }) => cache_read !== null);
  useCacheKeys({
    count: rows.length,
    selected,
    select,
    previousBreak: before,
    nextBreak: after,
    toggleTable: () => void setState({ lanes: state.lanes === "chart" ? "table" : "chart" }),
    compare: () => router.push(viewHref("compare", place) as never),
  });
  return (
    <>
      <TimelineSection
        view={timeline}
        title={summary.title}
        rows={rows}
        agents={summary.agents}
        agent={agent}
        onAgent={(next) => router.push(viewHref("cache", { id, agent: next }) as never)}
        spine={spine}
        onSpine={setSpine}
        selected={selected}
        onSelect={select}
        hover={hover}
        plotHeight={84}
      />
      <PageTabs current="cache" place={place} />
      <UnknownRequest note={unknownRequest} />
      {hasCache ? (
        <>
          {simulated ? (
            <SimulatedBand simulated={simulated.cache} chosen={simulated.policy} onChoose={onRules} />
          ) : null}
          <div className="grid min-w-0 md:grid-cols-[minmax(0,1fr)_400px] lg:grid-cols-[minmax(0,1fr)_minmax(384px,0.75fr)_440px]">
            <LanesSection
              {...{ rows, own, window, floor, state, setState, selected, hover }}
              lanes={marks}
              title={summary.title}
              summary={cacheSummary(cache.totals, props.answer, say)}
              onSelect={select}
            />
            <Beside
              requests={rows.length}
              {...{ summary, answer: props.answer, cache, simulated, breaks, drops, selected, onRules }}
              onSelect={select}
            >
              <SelectedBreak {...{ agent, rows, own, drops, selected }} sessionId={id} onSelect={select} />
            </Beside>
          </div>
          <FirstTokens rows={rows} />
        </>
      ) : (
        <EmptyState title={say("This agent's log reports no cache use")}>
          {say("Other agents of this session report theirs, so nothing is simulated here.")}
        </EmptyState>
      )}
    </>
  );
}

type BesideProps = Pick<BodyProps, "summary" | "answer" | "cache" | "simulated"> & {
  /** The agent's request count. */
  requests: number;
  breaks: AgentCache["breaks"];
  drops: readonly ReadDrop[];
  selected: number;
  onSelect: (position: number) => void;
  onRules: (policy: string | null) => void;
  /** Details of the selected request. */
  children: ReactNode;
};

/**
 * Next to the lanes: the agent's breaks, with the selected one explained next to the list or, on a phone, under its
 * row; then the cache over the entire session, as reported or as simulated by each rule.
 */
function Beside(props: BesideProps) {
  const { requests, summary, answer, cache, simulated, breaks, drops, selected, onSelect, onRules, children } = props;
  const say = useSay();
  const isPhone = useIsPhone();
  const [rangeText] = useRangeText();
  const range = readRange(rangeText, requests);
  const scope = summary.agents.filter(({ requests }) => requests > 0).length > 1 ? say("all agents · ") : "";
  const found = simulated ? "simulated" : emptyBreaks(summary);
  const isInList = isPhone && [...breaks, ...drops].some(({ at }) => at === selected);
  return (
    <div className="grid min-w-0 border-line2 max-md:border-t md:content-start md:border-l lg:contents">
      <div className="min-w-0 border-line2 lg:border-x">
        {drops.length > 0 ? (
          <ReadDropList {...{ drops, selected, onSelect, range }} below={isInList ? children : null} />
        ) : (
          <BreakList {...{ breaks, found, selected, onSelect, range }} below={isInList ? children : null} />
        )}
        <div className="max-lg:hidden">
          <Totals {...{ answer, cache, simulated, onRules, scope }} />
        </div>
      </div>
      {isInList ? null : (
        <section
          aria-label={say("The selected request")}
          className="min-w-0 border-line2 max-lg:border-t lg:sticky lg:top-0 lg:max-h-dvh lg:self-start lg:overflow-y-auto"
        >
          {children}
        </section>
      )}
      <div className="border-line2 max-lg:border-t lg:hidden">
        <Totals {...{ answer, cache, simulated, onRules, scope }} />
      </div>
    </div>
  );
}

type TotalsProps = Pick<BesideProps, "answer" | "cache" | "simulated" | "onRules"> & { scope: string };

function Totals({ answer, cache, simulated, onRules, scope }: TotalsProps) {
  return simulated ? (
    <RulesTable {...{ answer, scope }} simulated={simulated.cache} chosen={simulated.policy} onChoose={onRules} />
  ) : (
    <>
      <PolicyTable
        policies={answer.cost.kind === "unknown" ? cache.policies.map(withoutCost) : cache.policies}
        leastAgreement={cache.gate}
        scope={scope}
      />
      <CostBars totals={cache.totals} answer={answer} scope={scope} />
    </>
  );
}

/** A model that is free or has no price has no cost under other rules either. */
const withoutCost = (row: PolicyRow): PolicyRow => ({ ...row, cost: null });

/** View models of the agent's requests; each is recomputed only when its inputs change. */
function useLanes(
  rows: readonly ShownRow[],
  { window, compactions, reserve_from: reserveFrom, breaks: outlined }: BodyProps["outline"],
  { lanes, breaks }: BodyProps["own"],
  policy: Parameters<typeof toLaneMarks>[0]["policy"],
) {
  const say = useSay();
  const timeline = useMemo(
    () => toTimelineView({ rows, window, reserveFrom, compactions, breaks: outlined }, say),
    [rows, window, reserveFrom, compactions, outlined, say],
  );
  const marks = useMemo(
    () => toLaneMarks({ rows, lanes, breaks, compactions, policy }),
    [rows, lanes, breaks, compactions, policy],
  );
  const floor = useMemo(() => stillReadAfterBreaks(rows, breaks), [rows, breaks]);
  return { timeline, marks, floor };
}
