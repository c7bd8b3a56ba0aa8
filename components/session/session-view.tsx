"use client";
import { useRouter } from "next/navigation";
import { useCallback, useMemo, useRef, useState } from "react";
import { createHoverStore } from "@/components/charts/hover-store";
import { Breadcrumb } from "@/components/shell/breadcrumb";
import { Dialog, DrawerContent } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Inspector } from "./inspector";
import { promptsOf } from "./rail-rows";
import { RequestRail } from "./request-rail";
import { RequestStrip } from "./request-strip";
import type { CompactionFact, MessageRow, RequestRow, SessionSummary } from "./session-data";
import { SessionHeader } from "./session-header";
import { SessionTabs } from "./session-tabs";
import { idleSeconds, toTimelineView } from "./session-timeline";
import { TimelineSection } from "./timeline-section";
import { Transcript } from "./transcript";
import { useMessages } from "./use-messages";
import { useSessionKeys } from "./use-session-keys";
import { useSessionState } from "./use-session-state";

export type SessionViewProps = {
  /** The id in the address, under which everything of this session is read. */
  id: string;
  summary: SessionSummary;
  agent: string;
  rows: readonly RequestRow[];
  compactions: readonly CompactionFact[];
  /** Of the agent that is shown. */
  window: number | null;
};

/** The session page: the spine over rail, transcript and inspector. Selection lives in the URL, hover in a store. */
export function SessionView(props: SessionViewProps) {
  const { summary, rows } = props;
  return (
    <main id="main" className="flex h-[calc(100dvh-44px)] min-h-0 flex-col max-sm:h-auto">
      <Breadcrumb>{summary.title}</Breadcrumb>
      <SessionHeader summary={summary} />
      {rows.length === 0 ? (
        <EmptyState title="No requests in this log">
          The transcript holds messages, but no answer of a model, so there is no window to draw.
        </EmptyState>
      ) : (
        <SessionBody {...props} />
      )}
    </main>
  );
}

function SessionBody({ id, summary, agent, rows, compactions, window }: SessionViewProps) {
  const router = useRouter();
  const { selected, part, view, spine, setState } = useSessionState(rows.length);
  const [hover] = useState(createHoverStore);
  const [drawer, setDrawer] = useState<"inspector" | "rail" | null>(null);
  const find = useRef<(() => void) | null>(null);
  const data = useMessages(id, agent);
  const prompts = useMemo(() => promptsOf(data.messages), [data.messages]);
  const timeline = useMemo(
    () => toTimelineView({ rows, window, compactions, idleAfter: idleSeconds(summary) }),
    [rows, window, compactions, summary],
  );
  const row = rows[selected] as RequestRow;

  const select = useCallback((position: number) => void setState({ request: position + 1 }), [setState]);
  const selectPart = useCallback(
    (next: string) => void setState(({ part: before }) => ({ part: before === next ? null : next })),
    [setState],
  );
  const onAgent = useCallback(
    (next: string) => router.push(`/sessions/${encodeURIComponent(id)}?agent=${encodeURIComponent(next)}` as never),
    [router, id],
  );
  const compareHref = `/sessions/${encodeURIComponent(id)}/compare?at=${row.index}`;
  useSessionKeys({
    rows,
    prompts,
    agents: summary.agents,
    agent,
    selected,
    select,
    onAgent,
    toggleView: () => void setState({ view: view === "live" ? "full" : "live" }),
    toggleSpine: () => void setState({ spine: spine === "chart" ? "table" : "chart" }),
    toggleInspector: () => !hasInspectorPane() && setDrawer(drawer === "inspector" ? null : "inspector"),
    find: () => find.current?.(),
    compare: () => router.push(compareHref as never),
    escape: () => void setState({ part: null }),
  });

  const rail = (
    <RequestRail
      rows={rows}
      prompts={prompts}
      window={window}
      reserveFrom={timeline.reserveFrom}
      selected={selected}
      onSelect={select}
      hover={hover}
    />
  );
  const inspector = <Inspector row={row} position={selected} window={window} part={findPart(data.messages, part)} />;
  return (
    <>
      <TimelineSection
        view={timeline}
        rows={rows}
        agents={summary.agents}
        agent={agent}
        onAgent={onAgent}
        spine={spine}
        onSpine={(next) => void setState({ spine: next })}
        selected={selected}
        onSelect={select}
        hover={hover}
      />
      <SessionTabs compareHref={compareHref} onInspector={() => setDrawer("inspector")} />
      <RequestStrip
        row={row}
        selected={selected}
        count={rows.length}
        onSelect={select}
        onList={() => setDrawer("rail")}
      />
      <div className="flex min-h-0 flex-1 max-sm:h-[76dvh] max-sm:flex-none">
        <div className="flex w-66 shrink-0 flex-col border-line2 border-r max-md:hidden">{rail}</div>
        <Transcript
          sessionId={id}
          data={data}
          row={row}
          selected={selected}
          view={view}
          onView={(next) => void setState({ view: next })}
          part={part}
          onPart={selectPart}
          compactions={compactions}
          findRef={find}
        />
        <aside aria-label="Inspector" className="hidden w-80 shrink-0 flex-col border-line2 border-l lg:flex">
          {inspector}
        </aside>
      </div>
      <Dialog open={drawer !== null} onOpenChange={(isOpen) => !isOpen && setDrawer(null)}>
        <DrawerContent title={drawer === "rail" ? "Requests" : "Inspector"} side={drawer === "rail" ? "left" : "right"}>
          {drawer === "rail" ? rail : inspector}
        </DrawerContent>
      </Dialog>
    </>
  );
}

/** Wide enough for three panes (the `lg` breakpoint), so that a drawer would only repeat what is there. */
const hasInspectorPane = () => globalThis.matchMedia("(min-width: 1280px)").matches;

function findPart(messages: readonly MessageRow[], id: string | null) {
  if (id === null) return null;
  for (const message of messages) for (const part of message.parts) if (part.id === id) return part;
  return null;
}
