import { memo, useMemo } from "react";
import { useSay } from "@/components/words/words-provider";
import type { ModelTableRow } from "@/lib/view-models/models/model-table";
import { toWindowChart, windowFacts } from "@/lib/view-models/models/model-windows";

/** Summarises the chart in four numbers. */
export const WindowFactsList = memo(function WindowFactsList({ rows }: { rows: readonly ModelTableRow[] }) {
  const say = useSay();
  const facts = useMemo(() => windowFacts(toWindowChart(rows)?.points ?? []), [rows]);
  const { total, atMost200k, medians, largest } = facts;
  if (!largest) return null;
  const shown = medians.length > 3 ? medians.slice(-3) : medians;
  return (
    <section aria-labelledby="window-facts" className="border-line border-t px-4 py-3 max-sm:px-3">
      <h2 id="window-facts" className="mb-1 font-semibold text-small">
        {say("In the chart")}
      </h2>
      <dl className="text-small">
        <Fact name={say("200,000 or less")} value={say("{count} of {total}", { count: atMost200k, total })} />
        <Fact
          name={say("median of {years}", { years: shown.map(({ year }) => year).join(", ") })}
          value={shown.map(({ window }) => window.toLocaleString("en")).join(" → ")}
        />
        <Fact
          name={say("largest, since {month}", { month: largest.since })}
          value={largest.window.toLocaleString("en")}
        />
      </dl>
    </section>
  );
});

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div className="flex h-[18px] justify-between gap-3">
    <dt className="text-tx2">{name}</dt>
    <dd className="tabular font-medium">{value}</dd>
  </div>
);
