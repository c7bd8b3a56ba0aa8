import type { ReactNode } from "react";
import { useSay } from "@/components/words/words-provider";
import { cn } from "./cn";
import { Explained } from "./explained";
import type { Basis } from "./provenance-mark";

export type KeyFigureProps = {
  value: ReactNode;
  label: string;
  /** A second value, shown smaller next to the first. */
  second?: ReactNode;
  basis?: Basis | undefined;
  /** The figure's meaning in a sentence, shown by the label. */
  detail?: ReactNode;
  /** The figure's section on the metrics page. */
  metric?: string | undefined;
  tone?: "good" | "bad" | "unknown" | undefined;
  className?: string;
};

const TONE = { good: "text-good", bad: "text-bad", unknown: "text-tx3" } as const;

/**
 * A value with its label and provenance below it; a screen reader reads the name first. Made for a row of at
 * most seven.
 */
export function KeyFigure({ value, label, second, basis, detail, metric, tone, className }: KeyFigureProps) {
  const say = useSay();
  const said = (text: ReactNode) => (typeof text === "string" ? say.known(text) : text);
  return (
    <div className={cn("flex min-w-0 flex-col justify-center border-line border-l px-4", className)}>
      <dt className="-my-1 order-2 flex items-center whitespace-nowrap text-micro text-tx3">
        {detail ? (
          <Explained basis={basis} detail={detail} metric={metric}>
            {say.known(label)}
          </Explained>
        ) : (
          say.known(label)
        )}
      </dt>
      <dd className="tabular order-1 flex items-baseline gap-1.5 whitespace-nowrap">
        <span className={cn("font-semibold text-figure", tone && TONE[tone])}>{said(value)}</span>
        {second === undefined ? null : <span className="text-small text-tx2">{said(second)}</span>}
      </dd>
    </div>
  );
}
