import type { ReactNode } from "react";
import { Chip } from "@/components/ui/chip";
import { useSay } from "@/components/words/words-provider";
import type { AdviceView } from "@/lib/view-models/advice/advice-view";
import { joinSentences } from "@/lib/wording/join-sentences";

/** The verdict: what to do, or why that cannot be said, and what it rests on. */
export function AdviceStrip({ view, action }: { view: AdviceView; action?: ReactNode }) {
  const say = useSay();
  return (
    <section
      aria-label={say("Verdict")}
      className="flex items-start gap-4 border-line2 border-b bg-s1 px-4 py-3 max-sm:flex-col max-sm:gap-2 max-sm:px-3"
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold" role="status">
          {view.chip === null ? null : (
            <Chip tone="dashed" className="mr-2 align-middle">
              {view.chip}
            </Chip>
          )}
          {view.sentence}
        </p>
        <p className="mt-0.5 text-small text-tx2">{joinSentences([view.detail, view.sessionsNote], say)}</p>
        {view.second === null ? null : <p className="mt-1 text-small">{view.second.sentence}</p>}
      </div>
      {action}
    </section>
  );
}
