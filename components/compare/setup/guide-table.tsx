import { useSay } from "@/components/words/words-provider";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { formatShare } from "@/lib/wording/number-format";
import { costWords } from "../shared/strategy-words";

/** When to choose a strategy, when it runs, its costs, and published figures for its kind. */
export function GuideTable({ info: { guide, reversible } }: { info: StrategyAnswer }) {
  const say = useSay();
  const { published } = guide;
  const rows = [
    [say("Use when"), say.known(guide.use_when)],
    [say("Trigger"), say.known(guide.trigger)],
    [say("Fallback"), say.known(guide.fallback)],
    [say("Cost"), costWords(guide.cost, say)],
    [say("Reversible"), reversible ? say("yes: removed content can be fetched by its reference") : say("no")],
    ...(published
      ? [
          [
            say("Published"),
            say("{removed} removed, quality {figure} of 5: {measured_on}", {
              removed: formatShare(published.removed),
              figure: published.quality.toFixed(2),
              measured_on: say.known(published.measured_on),
            }),
          ],
        ]
      : []),
  ];
  return (
    <dl aria-label={say("How to choose")} className="mt-2 grid grid-cols-[80px_1fr] gap-x-3 gap-y-0.5 text-small">
      {rows.map(([name, text]) => (
        <div key={name} className="contents">
          <dt className="text-tx3">{name}</dt>
          <dd className="min-w-0 text-tx2">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
