"use client";
import { GitCompareArrows } from "lucide-react";
import { memo, useMemo } from "react";
import { Button } from "@/components/ui/button";
import { useSay } from "@/components/words/words-provider";
import type { AlignedRow } from "@/lib/view-models/compare/aligned-transcript";
import { formatTokens } from "@/lib/wording/number-format";
import { ChangeSteps } from "./change-steps";
import { PartStatusLegend } from "./part-status-legend";

type Props = {
  rows: readonly AlignedRow[];
  view: "all" | "changes";
  onView: (view: "all" | "changes") => void;
  onGo: (step: 1 | -1) => void;
  onDiff: (() => void) | null;
  status: string | null;
};

/**
 * The legend, the choice of rows, and buttons to step from change to change. It does not render again while scrolling.
 */
export const SideBySideHead = memo(function SideBySideHead({ rows, view, onView, onGo, onDiff, status }: Props) {
  const say = useSay();
  const changed = useMemo(() => rows.filter((row) => row.isChanged).length, [rows]);
  const hidden = view === "changes" ? say(", {count} hidden", { count: formatTokens(rows.length - changed) }) : "";
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 max-sm:px-3">
      <h2 className="font-semibold text-small">{say("Side by side")}</h2>
      <PartStatusLegend />
      <span className="text-micro text-tx3" role="status">
        {status ??
          say("{count} parts, {changed} changed{hidden}", {
            count: formatTokens(rows.length),
            changed: formatTokens(changed),
            hidden,
          })}
      </span>
      <ChangeSteps noun="change" view={view} onView={onView} onGo={onGo}>
        {onDiff ? (
          <Button size="sm" onClick={onDiff}>
            <GitCompareArrows aria-hidden />
            {say("Diff two…")}
          </Button>
        ) : null}
      </ChangeSteps>
    </div>
  );
});
