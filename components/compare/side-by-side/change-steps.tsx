"use client";
import { ChevronDown, ChevronUp } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { SegmentedControl } from "@/components/ui/segmented-control";

type Props = {
  /** The name of what the reader steps through. */
  noun: "change" | "difference";
  view: "all" | "changes";
  onView: (view: "all" | "changes") => void;
  onGo: (step: 1 | -1) => void;
  children?: ReactNode;
};

/** Chooses which rows a transcript shows, and steps from change to change; the list registers the keys for it. */
export function ChangeSteps({ noun, view, onView, onGo, children }: Props) {
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0">
      <SegmentedControl
        label="Rows"
        value={view}
        onValueChange={onView}
        segments={[
          { value: "all", label: "All rows" },
          { value: "changes", label: noun === "change" ? "Changes only" : "Differences only" },
        ]}
      />
      {children}
      <Button size="sm" onClick={() => onGo(-1)}>
        <ChevronUp aria-hidden />
        Previous{" "}
        <Kbd aria-hidden className="max-sm:hidden">
          p
        </Kbd>
      </Button>
      <Button size="sm" onClick={() => onGo(1)}>
        <ChevronDown aria-hidden />
        {`Next ${noun}`}{" "}
        <Kbd aria-hidden className="max-sm:hidden">
          n
        </Kbd>
      </Button>
    </div>
  );
}
