"use client";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useSay } from "@/components/words/words-provider";
import { choiceName, MAX_CHOICES } from "@/lib/view-models/compare/strategy-choice";
import type { Chosen } from "../shared/compare-types";
import { StrategyMark } from "../shared/strategy-mark";

type Props = {
  /** Id of the seventh strategy. */
  id: string;
  chosen: readonly Chosen[];
  onReplace: (old: string) => void;
  onClose: () => void;
};

/** Asks which strategy a seventh one replaces, because there are only six distinct marks. */
export function ReplaceDialog({ id, chosen, onReplace, onClose }: Props) {
  const say = useSay();
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={say("Compare {id} instead of", { id: choiceName(id, say) })}
        description={say("at most {most}", { most: MAX_CHOICES })}
        className="max-w-96"
      >
        <ul className="flex flex-col gap-1 p-3">
          {chosen.map(({ choice }) => (
            <li key={choice.slot}>
              <Button variant="quiet" className="w-full justify-start" onClick={() => onReplace(choice.id)}>
                <StrategyMark slot={choice.slot} />
                {choiceName(choice.id, say)}
              </Button>
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}
