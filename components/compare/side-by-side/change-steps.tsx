"use client";
import { ChevronDown, ChevronUp } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { said, useSay } from "@/components/words/words-provider";

type Props = {
  /** The noun for a step. */
  noun: "change" | "difference";
  view: "all" | "changes";
  onView: (view: "all" | "changes") => void;
  onGo: (step: 1 | -1) => void;
  children?: ReactNode;
};

/** Chooses the rows of a transcript, and steps from change to change; the list registers the keys. */
export function ChangeSteps({ noun, view, onView, onGo, children }: Props) {
  const say = useSay();
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0">
      <SegmentedControl
        label={say("Rows")}
        value={view}
        onValueChange={onView}
        segments={[
          { value: "all", label: say("All rows") },
          { value: "changes", label: noun === "change" ? say("Changes only") : say("Differences only") },
        ]}
      />
      {children}
      <Button size="sm" onClick={() => onGo(-1)}>
        <ChevronUp aria-hidden />
        {said(
          say.parts("Previous {kbd}", {
            kbd: (
              <Kbd aria-hidden className="max-sm:hidden">
                p
              </Kbd>
            ),
          }),
        )}
      </Button>
      <Button size="sm" onClick={() => onGo(1)}>
        <ChevronDown aria-hidden />
        {say("Next {noun}", { noun: say(noun) })}{" "}
        <Kbd aria-hidden className="max-sm:hidden">
          n
        </Kbd>
      </Button>
    </div>
  );
}
