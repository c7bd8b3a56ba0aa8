import { BreakLetter } from "@/components/ui/break-letter";
import type { CostCause } from "@/lib/api/schemas/cost-answer";
import { letterOf } from "@/lib/view-models/answer/cause-of-request";

/** The letter that marks the cause's breaks on the timeline. Renders nothing if the cause has no breaks. */
export function CauseLetter({ cause }: { cause: CostCause }) {
  const found = letterOf(cause);
  return found === null ? null : (
    <span aria-hidden className="inline-flex shrink-0">
      <BreakLetter {...found} />
    </span>
  );
}
