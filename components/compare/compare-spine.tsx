"use client";
import { memo, useMemo, useState } from "react";
import { createHoverStore } from "@/components/charts/hover-store";
import { Timeline } from "@/components/charts/timeline";
import { RequestTooltip } from "@/components/session/request-tooltip";
import { timelineSentence } from "@/components/session/timeline-sentence";
import { useSay } from "@/components/words/words-provider";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import type { AgentOutline } from "@/lib/read-models/agent-outline";
import type { CompactionRow } from "@/lib/read-models/compactions";
import { toTimelineView } from "@/lib/view-models/session/timeline";
import { formatTokens } from "@/lib/wording/number-format";

type Props = {
  rows: readonly RequestRow[];
  window: number | null;
  reserveFrom: number | null;
  compactions: readonly CompactionRow[];
  breaks: AgentOutline["breaks"];
  selected: number;
  onSelect: (position: number) => void;
};

/** The timeline for choosing the request to compress at. */
export const CompareSpine = memo(function CompareSpine({
  rows,
  window,
  reserveFrom,
  compactions,
  breaks,
  selected,
  onSelect,
}: Props) {
  const say = useSay();
  const [hover] = useState(createHoverStore);
  const view = useMemo(
    () => toTimelineView({ rows, window, reserveFrom, compactions, breaks }, say),
    [rows, window, reserveFrom, compactions, breaks, say],
  );
  return (
    <section aria-label={say("Timeline")} className="shrink-0 border-line2 border-b pt-1">
      <p className="sr-only">{timelineSentence(view, say)}</p>
      <Timeline
        view={view}
        selected={selected}
        hover={hover}
        onSelect={onSelect}
        plotHeight={56}
        valueText={say("Request {selected} of {count}, {tokens} tokens", {
          selected: selected + 1,
          count: rows.length,
          tokens: formatTokens(rows[selected]?.prompt_tokens ?? null),
        })}
        describe={(point, position) => {
          const row = rows[position];
          return row ? (
            <RequestTooltip row={row} position={position} before={rows[position - 1]} point={point} />
          ) : null;
        }}
      />
    </section>
  );
});
