import type { ReplaySeries } from "@/lib/view-models/replay/replay-view";

/** Dash patterns of the series, so that lines differ by more than colour. */
const DASHES: Readonly<Record<number, string>> = { 2: "5 2", 4: "2 2", 6: "5 2" };

export type LineStyle = { readonly stroke: string; readonly strokeWidth: number; readonly strokeDasharray?: string };

export function lineStyle(style: ReplaySeries["style"]): LineStyle {
  if (style === "logged") return { stroke: "var(--tx)", strokeWidth: 2 };
  if (style === "keep-all") return { stroke: "var(--tx3)", strokeWidth: 1.5, strokeDasharray: "1 3" };
  const dash = DASHES[style];
  return { stroke: `var(--series-${style})`, strokeWidth: 1.5, ...(dash && { strokeDasharray: dash }) };
}
