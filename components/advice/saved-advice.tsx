import { RunList } from "@/components/runs/run-list";
import { changesIn } from "@/components/runs/run-words";
import { useSay } from "@/components/words/words-provider";
import type { RunRow } from "@/lib/api/schemas/run";
import type { Say } from "@/lib/wording/say";

type Props = { runs: readonly RunRow[] | null; onOpen: (run: string) => void };

/** Earlier advice, newest first, marked if it would come out differently today. */
export function SavedAdvice({ runs, onOpen }: Props) {
  const say = useSay();
  if (runs === null || runs.length === 0) return null;
  return (
    <section aria-label={say("Saved advice")} className="border-line2 border-t px-4 py-3 max-sm:px-3">
      <h2 className="mb-2 font-semibold text-small">{say("Saved advice")}</h2>
      <RunList runs={runs} onOpen={({ id }) => onOpen(id)} />
    </section>
  );
}

/** Why saved advice may be outdated; null if it is not. */
export const staleNote = (stale: RunRow["stale"], say: Say): string | null =>
  stale.length === 0 ? null : say("This advice is stale: {changes}.", { changes: changesIn({ stale }, say) });
