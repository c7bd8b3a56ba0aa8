import { CircleHelp } from "lucide-react";
import { useSay } from "@/components/words/words-provider";
import type { LogGap } from "@/lib/view-models/session/log-gaps";

/** Facts missing from a log, each with its remedy, and a sample of how simulated figures look. */
export function GapList({ gaps }: { gaps: readonly LogGap[] }) {
  const say = useSay();
  return (
    <>
      <ul className="mt-1 divide-y divide-line">
        {gaps.map(({ what, would }) => (
          <li key={what} className="flex gap-2 py-1.5">
            <CircleHelp aria-hidden className="mt-0.5 size-3.5 shrink-0 stroke-[1.75] text-tx3" />
            <span className="min-w-0">
              <span className="block text-small">{say(what)}</span>
              <span className="block text-micro text-tx3">{say(would)}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-micro text-tx3">
        {say(
          "Simulated figures are hatched or hollow, have ~ before them, and are not included in the library's totals.",
        )}
      </p>
    </>
  );
}
