"use client";
import { CorpusMark } from "@/components/corpus/corpus-mark";
import { loadLater } from "@/components/ui/load-later";
import { useElementWidth } from "@/components/ui/use-element-width";
import { useSay } from "@/components/words/words-provider";
import type { AdviceView } from "@/lib/view-models/advice/advice-view";
import { formatPrice } from "@/lib/wording/number-format";

const HEIGHT = 320;

const AdviceChart = loadLater(() => import("@/components/charts/advice-chart").then((module) => module.AdviceChart));

/** The chart of cost against loss, with legend and a sentence for screen readers. */
export function AdviceFigure({ view, parts }: { view: AdviceView; parts: "tasks" | "sessions" }) {
  const say = useSay();
  const [ref, width] = useElementWidth<HTMLDivElement>();
  return (
    <section aria-label={say("Cost and loss")} className="px-4 pt-3 pb-2 max-sm:px-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="font-semibold text-small">{say("Cost and loss")}</h2>
        <span className="text-micro text-tx3">
          {parts === "tasks"
            ? say("each mark is one policy replayed over this session; lower left is better")
            : say("each mark is one policy replayed over all sessions; lower left is better")}
        </span>
        <ul className="ml-auto flex flex-wrap gap-x-3 gap-y-1 text-micro text-tx2 max-sm:ml-0">
          {view.families.map(({ id, name }, family) => (
            <li key={id} className="inline-flex items-center gap-1.5">
              <CorpusMark index={family} />
              {name}
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
        <span>{say("cost in US dollars, without fetches ↑; hollow: another policy costs less and loses less")}</span>
        <span>{say("facts lost and needed later, per 100 requests →")}</span>
      </p>
      <Signs view={view} />
    </section>
  );
}

/** Legend of the ring, the knee, the band and the dotted line. */
function Signs({ view }: { view: AdviceView }) {
  const say = useSay();
  const hasBand = view.marks.some(({ isOnFrontier, bounds }) => isOnFrontier && bounds !== null);
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-micro text-tx3 [&>li]:inline-flex [&>li]:items-center [&>li]:gap-1.5">
      {view.best === null ? null : (
        <li>
          <svg width="12" height="12" aria-hidden="true">
            <circle cx="6" cy="6" r="5" fill="none" stroke="var(--acc)" strokeWidth="2" />
          </svg>
          {view.rank === null ? say("ring: the advised policy") : say("ring: {rank}", { rank: view.rank })}
        </li>
      )}
      {view.knee === null ? null : <li>{say("knee: to its right, each lost fact saves less")}</li>}
      {hasBand ? (
        <li>
          <span aria-hidden className="h-2.5 w-4 border border-line2 border-dotted bg-s2" />
          {say("95 % interval of the line")}
        </li>
      ) : null}
      {view.equalTotal === null ? null : (
        <li>
          <span aria-hidden className="w-4 border-acc border-t border-dotted" />
          {say("same total cost at {price} per lost fact", { price: formatPrice(view.price) })}
        </li>
      )}
    </ul>
  );
}
