"use client";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { createHoverStore } from "@/components/charts/hover-store";
import { Timeline } from "@/components/charts/timeline";
import { RequestTooltip } from "@/components/session/request-tooltip";
import { timelineSentence } from "@/components/session/timeline-sentence";
import { BreakLetter } from "@/components/ui/break-letter";
import { KIND_LABEL, KINDS } from "@/components/ui/content-kinds";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import type { AgentOutline } from "@/lib/read-models/agent-outline";
import { breakName } from "@/lib/read-models/words/break-name";
import { type TimelineBreak, toTimelineView } from "@/lib/view-models/session/timeline";
import { formatTokens } from "@/lib/wording/number-format";

type Props = { id: string; rows: readonly RequestRow[]; outline: AgentOutline };

/** The example's timeline on the first-run page; a click opens the session at that request. */
export function ExampleTimeline({ id, rows, outline }: Props) {
  const say = useSay();
  const router = useRouter();
  const [hover] = useState(createHoverStore);
  const view = useMemo(() => {
    const { reserve_from: reserveFrom, ...drawn } = outline;
    return toTimelineView({ rows, reserveFrom, ...drawn }, say);
  }, [rows, outline, say]);
  const [selected, setSelected] = useState(rows.length - 1);
  const open = (position: number) => {
    setSelected(position);
    router.push(`/sessions/${id}?request=${position + 1}`);
  };
  return (
    <>
      <p className="sr-only">{timelineSentence(view, say)}</p>
      <Timeline
        view={view}
        selected={selected}
        hover={hover}
        onSelect={open}
        valueText={say("Request {selected}, {prompt_tokens} tokens", {
          selected: selected + 1,
          prompt_tokens: formatTokens(rows[selected]?.prompt_tokens ?? null),
        })}
        describe={(point, position) => {
          const row = rows[position];
          return row ? (
            <RequestTooltip row={row} position={position} before={rows[position - 1]} point={point} />
          ) : null;
        }}
      />
      <ul
        aria-label={say("Kinds of content")}
        className="mt-2 flex flex-wrap gap-x-4 gap-y-1 pl-14 text-micro text-tx2 max-sm:pl-0"
      >
        {KINDS.filter((kind) => view.points.some((point) => point.composition[kind] > 0)).map((kind) => (
          <li key={kind} className="flex items-center gap-1.5">
            <Swatch kind={kind} />
            {say(KIND_LABEL[kind])}
          </li>
        ))}
      </ul>
      <BreakLegend rows={rows} breaks={view.breaks} />
    </>
  );
}

type LegendProps = Pick<Props, "rows"> & { breaks: readonly TimelineBreak[] };

/**
 * Legend of the letters under the columns, once per letter and name. Also names a shortened prompt, which is
 * not a break.
 */
export function BreakLegend({ rows, breaks }: LegendProps) {
  const say = useSay();
  const names = new Map(
    breaks.map(({ at, letter, isExpected }) => {
      const name =
        letter === "X" ? say("Text was removed from the prompt") : say(breakName(rows[at]?.break?.cause ?? "unknown"));
      return [`${letter} ${name}`, { letter, isExpected, name }] as const;
    }),
  );
  if (names.size === 0) return null;
  return (
    <ul
      aria-label={say("Breaks")}
      className="mt-2 flex flex-wrap gap-x-4 gap-y-1 pl-14 text-micro text-tx2 max-sm:pl-0"
    >
      {[...names].map(([key, { letter, isExpected, name }]) => (
        <li key={key} className="flex items-center gap-1.5">
          <BreakLetter letter={letter} isExpected={isExpected} />
          {name}
        </li>
      ))}
    </ul>
  );
}
