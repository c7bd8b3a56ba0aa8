"use client";
import { ListChecks, Play, SlidersHorizontal, Square } from "lucide-react";
import { memo } from "react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { useSay } from "@/components/words/words-provider";
import type { RequestOption } from "@/lib/view-models/compare/request-options";
import type { Chosen } from "./shared/compare-types";

type Props = {
  at: number;
  options: readonly RequestOption[];
  onAt: (at: number) => void;
  chosen: readonly Chosen[];
  isSetup: boolean;
  onSetup: () => void;
  isRunning: boolean;
  onRun: () => void;
  onCancel: () => void;
  note: string | null;
  /** Tries every strategy that needs no model and chooses the best. */
  tryAll: { readonly start: () => void; readonly stop: () => void; readonly isTrying: boolean };
};

/** Chooses the request to compress at, shows the compared strategies, and starts or cancels the run. */
export const CompareToolbar = memo(function CompareToolbar({
  at,
  options,
  onAt,
  chosen,
  isSetup,
  onSetup,
  isRunning,
  onRun,
  onCancel,
  note,
  tryAll,
}: Props) {
  const say = useSay();
  const here = options.find((option) => option.at === at);
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b px-4 py-2 max-sm:px-3">
      <span className="text-small text-tx2">{say("Compress at")}</span>
      <Select
        label={say("Request to compress at")}
        value={String(at)}
        onValueChange={(value) => onAt(Number(value))}
        options={options.map((option) => ({ value: String(option.at), label: say.known(option.label) }))}
      />
      <span className="mr-2 text-small text-tx3 max-xl:hidden">
        {here?.why.split(", ").map(say.known).join(say(", "))}
      </span>
      <Button aria-expanded={isSetup} onClick={onSetup}>
        <SlidersHorizontal aria-hidden />
        {isSetup
          ? say("Hide the list")
          : say("{count, plural, one {# strategy} other {# strategies}}", { count: chosen.length })}
      </Button>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
        <span
          className="whitespace-nowrap text-micro text-tx3 max-sm:not-empty:basis-full max-sm:text-right"
          role="status"
        >
          {note}
        </span>
        <Button
          onClick={tryAll.isTrying ? tryAll.stop : tryAll.start}
          disabled={isRunning}
          title={say("Tries every strategy that needs no model, then compares the six that suit the goal best")}
        >
          {tryAll.isTrying ? <Square aria-hidden /> : <ListChecks aria-hidden />}
          {tryAll.isTrying ? say("Stop") : say("Try all")}
        </Button>
        {isRunning ? (
          <Button onClick={onCancel}>
            <Square aria-hidden />
            {say("Cancel")}
          </Button>
        ) : (
          <Button variant="primary" disabled={chosen.length === 0} onClick={onRun}>
            <Play aria-hidden />
            {say("Run {count}", { count: chosen.length })}
          </Button>
        )}
      </div>
    </div>
  );
});
