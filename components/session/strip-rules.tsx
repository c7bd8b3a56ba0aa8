"use client";
import { useRules } from "@/components/cache/use-cache-state";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSay } from "@/components/words/words-provider";
import type { SimulatedStrip } from "@/lib/view-models/session/simulated-strip";

/** By whose rules the cache under the chart is simulated. The choice is in the URL, as on the Cache page. */
export function StripRules({ strip }: { strip: SimulatedStrip }) {
  const say = useSay();
  const [, setRules] = useRules();
  return (
    <div className="flex items-center gap-2 text-small text-tx2">
      <span className="max-sm:sr-only">{say("cache rule")}</span>
      <SegmentedControl
        label={say("cache rule")}
        value={strip.chosen}
        onValueChange={(id) => void setRules(id === strip.usual ? null : id)}
        segments={strip.rules.map(({ id, label, title }) => ({ value: id, label: say.known(label), title }))}
      />
    </div>
  );
}
