"use client";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { loadLater } from "@/components/ui/load-later";
import { usePreload } from "@/components/ui/use-preload";
import { useSay } from "@/components/words/words-provider";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { choiceName } from "@/lib/view-models/compare/strategy-choice";
import { changesOf, type PolicyChoice } from "@/lib/view-models/replay/replay-choice";

type Props = {
  choice: PolicyChoice;
  info: StrategyAnswer | null;
  onChange: (change: (choice: PolicyChoice) => PolicyChoice) => void;
};

const PolicyForm = loadLater(() => import("./policy-form").then((module) => module.PolicyForm));
const LOADED_LATER = [PolicyForm.preload];

/** Opens the form of a policy's trigger and parameters. */
export function PolicySettings(props: Props) {
  const say = useSay();
  const { choice } = props;
  const [isOpen, setOpen] = useState(false);
  usePreload(LOADED_LATER);
  return (
    <>
      <IconButton
        label={say("Settings of {id}", { id: choiceName(choice.id, say) })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="size-6"
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal aria-hidden className={changesOf(choice) > 0 ? "text-acc" : undefined} />
      </IconButton>
      {isOpen ? <PolicyForm {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
