"use client";
import { Play, X } from "lucide-react";
import type { JobWork } from "@/components/api/use-kept-job";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { useSay } from "@/components/words/words-provider";
import { adviceProgress, keptByStopping } from "@/lib/view-models/advice/advice-progress";

type Props = {
  note: string;
  hasResult: boolean;
  work: JobWork;
  onRun: () => void;
  onStop: () => void;
};

/** Starts and stops the search and shows its progress; everything measured so far is kept. */
export function AdviceBar({ note, hasResult, work, onRun, onStop }: Props) {
  const say = useSay();
  const { text, share } = adviceProgress(work.progress, say);
  const kept = keptByStopping(work.progress, say);
  return (
    <div className="border-line border-b">
      <div className="flex min-h-11 flex-wrap items-center gap-2 px-4 py-2 max-sm:px-3">
        <span className="text-small text-tx2">{note}</span>
        <span className="ml-auto flex min-w-0 items-center gap-2">
          <span role="status" className="min-w-0 truncate text-micro text-tx3">
            {work.isRunning ? text : null}
          </span>
          {work.isRunning ? (
            <Button onClick={onStop}>
              <X aria-hidden />
              {kept === null ? say("Cancel") : say("Stop and keep {kept}", { kept })}
            </Button>
          ) : (
            <Button variant={hasResult ? "outline" : "primary"} onClick={onRun}>
              <Play aria-hidden />
              {hasResult ? say("Search again") : say("Find the cheapest")}
            </Button>
          )}
        </span>
      </div>
      {work.isRunning ? <Progress label={say("Policies replayed")} value={share} /> : null}
    </div>
  );
}
