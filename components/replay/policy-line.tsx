import { lineStyle } from "@/components/charts/replay-line-style";
import type { ReplaySeries } from "@/lib/view-models/replay/replay-view";

/** A short piece of the series' line, shown next to its name. */
export function PolicyLine({ style }: { style: ReplaySeries["style"] }) {
  return (
    <svg width="18" height="10" viewBox="0 0 18 10" aria-hidden className="data-fill shrink-0">
      <path d="M0 5h18" fill="none" {...lineStyle(style)} />
    </svg>
  );
}
