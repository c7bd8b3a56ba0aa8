"use client";
import { AdviceChart } from "@/components/charts/advice-chart";
import { CorpusMark } from "@/components/corpus/corpus-mark";
import { useElementWidth } from "@/components/ui/use-element-width";
import { useSay } from "@/components/words/words-provider";
import type { AdviceView } from "@/lib/view-models/advice-view";

const HEIGHT = 320;

/** The chart of cost against loss, with its legend, and a sentence for screen readers. */
export function AdviceFigure({ view, parts }: { view: AdviceView; parts: "tasks" | "sessions" }) {
  const say = useSay();
  const [ref, width] = useElementWidth<HTMLDivElement>();
  return (
    <section aria-label={say("Cost and loss")} className="px-4 pt-3 pb-2 max-sm:px-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="font-semibold text-small">{say("Cost and loss")}</h2>
        <span className="text-micro text-tx3">
          {parts === "tasks"
            ? say("each mark one policy replayed over this session; down and left is better")
            : say("each mark one policy replayed over all sessions; down and left is better")}
        </span>
        <ul className="ml-auto flex flex-wrap gap-x-3 gap-y-1 text-micro text-tx2 max-sm:ml-0">
          {view.families.map(({ id }, family) => (
            <li key={id} className="inline-flex items-center gap-1.5">
              <CorpusMark index={family} />
              {say.known(id)}
            </li>
          ))}
        </ul>
      </div>
      <div ref={ref} className="mt-2 min-w-0">
        <div role="img" aria-label={`${view.sentence} ${view.detail}`} style={{ height: HEIGHT }}>
          {width === null ? null : (
            <AdviceChart
              view={view}
              width={width}
              height={HEIGHT}
              markOf={(family, isHollow) => <CorpusMark index={family} isHollow={isHollow} />}
            />
          )}
        </div>
      </div>
      <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-micro text-tx3">
        <span>{say("cost in US dollars, without fetches ↑; hollow: another policy costs and loses less")}</span>
        <span>{say("facts lost and used later, per 100 requests →")}</span>
      </p>
    </section>
  );
}
