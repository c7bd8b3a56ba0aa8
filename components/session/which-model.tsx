"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { loadLater } from "@/components/ui/load-later";
import { useSay } from "@/components/words/words-provider";
import type { SessionSummary } from "@/lib/api/schemas/session";
import { statedModels } from "@/lib/view-models/session/stated-models";

/** Loaded only for a session whose log does not name a model. */
const CandidateTable = loadLater(() => import("./candidate-table").then((module) => module.CandidateTable));

type Props = { summary: SessionSummary };

/** Asks above the transcript which model the session used; folded once answered. Hidden if the log itself names it. */
export function WhichModel({ summary }: Props) {
  const say = useSay();
  const { stated, models } = summary;
  const [isOpen, setOpen] = useState(stated === null);
  if (stated === null && models.length > 0) return null;
  return (
    <section aria-label={say("Which model was it?")} className="shrink-0 border-line2 border-b">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 max-sm:px-3">
        <div className="min-w-0 flex-1 basis-80">
          <h2 className="font-semibold text-base">{isOpen ? say("Which model was it?") : statedText(summary, say)}</h2>
          {isOpen ? (
            <p className="text-small text-tx2">
              {say(
                "The model sets the window, the prices and the cache rule. Asked once; the log itself is never changed.",
              )}
            </p>
          ) : null}
        </div>
        {stated === null ? null : (
          <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen((open) => !open)}>
            {isOpen ? say("Hide the others") : say("Which others fit")}
          </Button>
        )}
      </div>
      {isOpen ? (
        // Reserves the table's height, so that nothing below it moves when it arrives.
        <div className="min-h-58 max-sm:min-h-110">
          <CandidateTable summary={summary} />
        </div>
      ) : null}
    </section>
  );
}

const statedText = ({ stated }: SessionSummary, say: ReturnType<typeof useSay>): string =>
  stated?.model == null
    ? say("The model stays unknown.")
    : stated.changes === undefined
      ? say("The model was {model}, set by you.", { model: stated.model })
      : say("The models were {models}, set by you.", { models: statedModels(stated).join(", ") });
