import { cn } from "./cn";
import { type CacheState, cacheColor, type Kind, kindColor } from "./content-kinds";

type Props = { className?: string; isOutline?: boolean } & ({ kind: Kind } | { cache: CacheState });

/** A square of 10 × 10 px in the colour of a kind or cache state, always next to its name. An outline means compacted. */
export function Swatch({ className, isOutline = false, ...of }: Props) {
  const base = cn("swatch inline-block size-2.5 shrink-0 rounded-swatch", className);
  if ("kind" in of && of.kind === "unseen" && !isOutline)
    return <span aria-hidden className={cn(base, "hatch-unseen")} />;
  const color = "kind" in of ? kindColor(of.kind) : cacheColor(of.cache);
  const style = isOutline ? { boxShadow: `inset 0 0 0 1.5px ${color}` } : { background: color };
  return <span aria-hidden className={base} style={style} />;
}
