import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { formatShare } from "@/lib/view-models/number-format";

/** When to choose a strategy, when it runs, what it costs, and what others measured of its kind. */
export function GuideTable({ info: { guide, reversible } }: { info: StrategyAnswer }) {
  const { published } = guide;
  const rows = [
    ["Use when", guide.use_when],
    ["Trigger", guide.trigger],
    ["Fallback", guide.fallback],
    ["Cost", guide.cost],
    ["Reversible", reversible ? "yes: what goes can be fetched by its reference" : "no"],
    ...(published
      ? [
          [
            "Published",
            `${formatShare(published.removed)} removed, quality ${published.quality.toFixed(2)} of 5: ${published.measured_on}`,
          ],
        ]
      : []),
  ];
  return (
    <dl aria-label="How to choose" className="mt-2 grid grid-cols-[80px_1fr] gap-x-3 gap-y-0.5 text-small">
      {rows.map(([name, text]) => (
        <div key={name} className="contents">
          <dt className="text-tx3">{name}</dt>
          <dd className="min-w-0 text-tx2">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
