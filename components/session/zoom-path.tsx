"use client";
import { ChevronRight, ZoomOut } from "lucide-react";
import type { RequestRange } from "@/components/charts/column-layout";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { said, useSay } from "@/components/words/words-provider";
import { formatTokens } from "@/lib/wording/number-format";
import { clockMinutes } from "./local-time";

type Props = {
  range: RequestRange;
  count: number;
  /** ISO 8601 of the first and last zoomed request; null if the log has no times. */
  times: readonly [string | null, string | null];
  /** What these requests cost and lost. */
  sums: readonly string[];
  onAll: () => void;
  onOut: () => void;
};

/** Says which requests the timeline shows, and leads back: `All 291 › requests 84–140`. */
export function ZoomPath({ range, count, times, sums, onAll, onOut }: Props) {
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
