import { useSay } from "@/components/words/words-provider";
import type { CostCause } from "@/lib/api/schemas/cost-answer";
import { causeNote } from "@/lib/view-models/answer/cause-note";

/** A cause's evidence in one line. */
export function CauseNote({ cause, className }: { cause: CostCause; className: string }) {
  const note = causeNote(cause, useSay());
  return (
    <span className={className} title={note}>
      {note}
    </span>
  );
}
