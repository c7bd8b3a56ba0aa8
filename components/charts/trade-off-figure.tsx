"use client";
import { type ReactNode, useMemo } from "react";
import { loadLater } from "@/components/ui/load-later";
import { useElementWidth } from "@/components/ui/use-element-width";
import { useSay } from "@/components/words/words-provider";
import { type TradeOff, tradeOffSentence } from "@/lib/view-models/compare/trade-off";

const TradeOffChart = loadLater(() => import("./trade-off-chart").then((module) => module.TradeOffChart));

type Props = {
  view: TradeOff;
  height: number;
  markOf: (index: number, isValid: boolean) => ReactNode;
  /** What the horizontal axis shows a share of. */
  savedOf: string;
};

/** The chart at the available width, with a sentence for screen readers and axis labels. */
export function TradeOffFigure({ view, height, markOf, savedOf }: Props) {
  const say = useSay();
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const sentence = useMemo(() => tradeOffSentence(view, say), [view, say]);
  return (
    <>
      <div ref={ref} className="min-w-0">
        <div role="img" aria-label={sentence} style={{ height }}>
          {width === null ? null : <TradeOffChart view={view} width={width} height={height} markOf={markOf} />}
        </div>
      </div>
      <p className="mt-1 flex justify-between text-micro text-tx3">
        <span>
          {say("recall of needed facts ↑{lowest}", {
            lowest: view.lowest > 0 ? say(", from {lowest} %", { lowest: Math.round(view.lowest * 100) }) : "",
          })}
        </span>
        <span>{`${savedOf} →`}</span>
      </p>
    </>
  );
}
