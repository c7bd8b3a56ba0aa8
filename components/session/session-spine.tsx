"use client";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { createHoverStore } from "@/components/charts/hover-store";
import { useSay } from "@/components/words/words-provider";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import type { SessionSummary } from "@/lib/api/schemas/session";
import type { AgentOutline } from "@/lib/read-models/agent-outline";
import { type PackedRows, unpackRows } from "@/lib/view-models/session/pack-rows";
import { toTimelineView } from "@/lib/view-models/session/timeline";
import { type SessionViewName, viewHref } from "./session-nav";
import { TimelineSection } from "./timeline-section";

/** The spine's data: one agent's requests, as the page loaded them. */
export type SpineData = { readonly agent: string; readonly packedRows: PackedRows; readonly outline: AgentOutline };

type Props = {
  id: string;
  summary: SessionSummary;
  data: SpineData;
  /** The current page, used in links to other agents. */
  current: SessionViewName;
  selected: number;
  onSelect: (position: number) => void;
};

/** The timeline in its low form, for pages that use it only to navigate to a request. Empty without requests. */
export function SessionSpine({ id, summary, data, current, selected, onSelect }: Props) {
  const say = useSay();
  const router = useRouter();
  const [spine, setSpine] = useState<"chart" | "table">("chart");
  const [hover] = useState(createHoverStore);
  const { packedRows, outline, agent } = data;
  const rows = useMemo(
    () => unpackRows<RequestRow>(packedRows).map((row) => ({ ...row, isSimulated: false })),
    [packedRows],
  );
  const view = useMemo(
    () =>
      toTimelineView(
        {
          rows,
          window: outline.window,
          reserveFrom: outline.reserve_from,
          compactions: outline.compactions,
          breaks: outline.breaks,
        },
        say,
      ),
    [rows, outline, say],
  );
  if (rows.length === 0) return null;
  return (
    <TimelineSection
      view={view}
      title={summary.title}
      rows={rows}
      agents={summary.agents}
      agent={agent}
      onAgent={(next) => router.push(viewHref(current, { id, agent: next }) as never)}
      spine={spine}
      onSpine={setSpine}
      selected={Math.min(selected, rows.length - 1)}
      onSelect={onSelect}
      hover={hover}
      plotHeight={40}
    />
  );
}
