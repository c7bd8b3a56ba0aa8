"use client";
import { memo, useMemo } from "react";
import { hasSeries, ProviderMark, providerName } from "@/components/charts/provider-mark";
import type { WindowScale } from "@/components/charts/window-chart";
import { loadLater } from "@/components/ui/load-later";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useElementWidth } from "@/components/ui/use-element-width";
import { useSay } from "@/components/words/words-provider";
import type { ModelTableRow } from "@/lib/view-models/models/model-table";
import { toWindowChart } from "@/lib/view-models/models/model-windows";
import { fitSentences, fitWindows, formatMonths, type WindowFit } from "@/lib/view-models/models/window-fit";
import { type Say, sentence } from "@/lib/wording/say";

type Props = {
  rows: readonly ModelTableRow[];
  scale: WindowScale;
  onScale: (scale: WindowScale) => void;
  selected: string | null;
  onSelect: (id: string) => void;
};

const HEIGHT = 340;

const WindowChart = loadLater(() => import("@/components/charts/window-chart").then((module) => module.WindowChart));

/** The chart of the models listed in the table below. */
export const WindowSection = memo(function WindowSection({ rows, scale, onScale, selected, onSelect }: Props) {
  const say = useSay();
  const view = useMemo(() => toWindowChart(rows, say), [rows, say]);
  const fit = useMemo(() => fitWindows(view?.points ?? []), [view]);
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const left = rows.length - (view?.points.length ?? 0);
  return (
    <section aria-labelledby="window-chart" className="min-w-0 px-4 pt-3 max-sm:px-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="window-chart" className="font-semibold text-small">
          {say("Context window by release date")}
        </h2>
        <Legend rows={rows} />
        <SegmentedControl
          label={say("Scale")}
          className="ml-auto"
          value={scale}
          onValueChange={onScale}
          segments={[
            { value: "linear", label: sentence("Linear") },
            { value: "log", label: sentence("Log") },
          ]}
        />
      </div>
      {/* Height reserved before the width is known, so that the page does not jump. */}
      <div ref={ref} style={{ height: HEIGHT }} className="w-full overflow-hidden">
        {view === null ? (
          <p className="pt-8 text-small text-tx3">{say("No model here has both a window and a release date.")}</p>
        ) : (
          <figure role="img" aria-label={view.sentence}>
            {width === null ? null : (
              <WindowChart
                view={view}
                fit={fit}
                scale={scale}
                width={width}
                height={HEIGHT}
                selected={selected}
                onSelect={onSelect}
              />
            )}
          </figure>
        )}
      </div>
      <p className="pb-3 text-micro text-tx3">
        {linesText(scale === "log" ? fit : null, say)}
        {left > 0
          ? say(
              " {count, plural, one {# without a date or a window is} other {# without a date or a window are}} in the table only.",
              { count: left },
            )
          : ""}
      </p>
      {fit === null ? null : (
        <div className="max-w-3xl space-y-1 pb-3 text-small text-tx2">
          <h3 className="font-semibold text-tx">{say("Is there a “Moore's law” for windows?")}</h3>
          {fitSentences(fit, say).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </section>
  );
});

/** Legend of the chart's lines. Only the logarithmic axis shows the fit, which is a straight line there. */
function linesText(fit: WindowFit | null, say: Say): string {
  if (fit === null) return say("Line: the largest window so far.");
  const { best } = fit.months;
  return best === null
    ? say("Dotted: the fit below. Line: the largest window so far.")
    : say("Dotted: the fit below, doubling every {months} months. Line: the largest window so far.", {
        months: formatMonths(best),
      });
}

function Legend({ rows }: { rows: readonly ModelTableRow[] }) {
  const say = useSay();
  const providers = [...new Set(rows.map(({ provider }) => provider))];
  const own = providers.filter(hasSeries);
  const others = providers.filter((provider) => !hasSeries(provider));
  return (
    <ul className="flex flex-wrap items-center gap-x-3 text-micro text-tx2">
      {own.map((provider) => (
        <li key={provider} className="flex items-center gap-1.5">
          <ProviderMark provider={provider} />
          {providerName(provider, say)}
        </li>
      ))}
      {others.length > 0 ? (
        <li className="flex items-center gap-1.5">
          <ProviderMark provider="other" />
          {others.length < 3
            ? others.map((provider) => providerName(provider, say)).join(", ")
            : say("{count} others", { count: others.length })}
        </li>
      ) : null}
    </ul>
  );
}
