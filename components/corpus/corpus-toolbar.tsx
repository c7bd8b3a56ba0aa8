"use client";
import { Play, SlidersHorizontal, Square } from "lucide-react";
import type { JobWork } from "@/components/api/use-kept-job";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { Select } from "@/components/ui/select";
import { useSay } from "@/components/words/words-provider";
import { corpusProgress, whatIsMissing } from "@/lib/view-models/corpus/corpus-table";

const CUTS = [1, 3, 5, 10, 20];

type Props = {
  cuts: number;
  onCuts: (cuts: number) => void;
  strategies: number;
  sessions: number;
  /** Sessions that could be chosen, without the built-in example. */
  own: number;
  isSetup: boolean;
  onSetup: () => void;
  work: JobWork;
  onRun: () => void;
  onStop: () => void;
};

/** Chooses how many requests are measured, starts the run and shows its progress. */
export function CorpusToolbar(props: Props) {
  const { cuts, onCuts, strategies, sessions, isSetup, onSetup, work, onRun, onStop } = props;
  const say = useSay();
  const missing = whatIsMissing(props, say);
  const choices = [...new Set([...CUTS, cuts])].sort((a, b) => a - b);
  const { text, share } = corpusProgress(work.progress, say);
  return (
    <div className="border-line border-y">
      <div className="flex min-h-11 flex-wrap items-center gap-2 px-4 py-2 max-sm:px-3">
        <span className="text-small text-tx2">{say("Requests per session")}</span>
        <Select
          label={say("Requests per session")}
          value={String(cuts)}
          onValueChange={(value) => onCuts(Number(value))}
          options={choices.map((choice) => ({ value: String(choice), label: String(choice) }))}
        />
        <span className="text-small text-tx3">
          {say(
            "{strategies, plural, one {# strategy} other {# strategies}} × {sessions, plural, one {# session} other {# sessions}}",
            { strategies, sessions },
          )}
        </span>
        <span className="ml-auto flex min-w-0 items-center gap-2 max-sm:ml-0 max-sm:basis-full max-sm:flex-wrap">
          <span
            role="status"
            className="min-w-0 truncate text-micro text-tx3 max-sm:empty:sr-only max-sm:basis-full max-sm:whitespace-normal"
          >
            {work.isRunning ? text : missing}
          </span>
          <Button aria-expanded={isSetup} onClick={onSetup}>
            <SlidersHorizontal aria-hidden />
            {isSetup ? say("Hide setup") : say("Choose")}
          </Button>
          {work.isRunning ? (
            <Button onClick={onStop}>
              <Square aria-hidden />
              {say("Stop")}
            </Button>
          ) : (
            <Button variant="primary" disabled={missing !== null} onClick={onRun}>
              <Play aria-hidden />
              {say("Run")}
            </Button>
          )}
        </span>
      </div>
      {work.isRunning ? <Progress label={say("Sessions measured")} value={share} /> : null}
    </div>
  );
}
