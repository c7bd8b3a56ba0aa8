"use client";
import { useState } from "react";
import { useMay } from "@/components/shell/access";
import { loadLater } from "@/components/ui/load-later";
import { useSay } from "@/components/words/words-provider";
import type { SessionSummary } from "@/lib/api/schemas/session";
import { sentence } from "@/lib/wording/say";

/** Loaded when the question is first opened. */
const ModelDialog = loadLater(() => import("./model-dialog").then((module) => module.ModelDialog));

type Props = { summary: SessionSummary };

/** Asks which model a session used if its log does not name it; shows an earlier answer, with a way to withdraw it. */
export function ModelQuestion({ summary }: Props) {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const mayTell = useMay("PUT /api/sessions/{id}/model");
  const { stated } = summary;
  if (!mayTell || (!stated && summary.models.length > 0)) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="touch-target w-fit text-left text-acc text-micro hover:underline"
      >
        {say.known(linkText(stated))}
      </button>
      {isOpen ? <ModelDialog summary={summary} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The stated model, as a link to change it. */
function linkText(stated: SessionSummary["stated"]): string {
  if (stated === null) return sentence("The log does not name the model. Which was it?");
  const isLeftUnknown = stated.model === null && stated.window === null;
  return isLeftUnknown
    ? sentence("You left the model unknown. Change it.")
    : sentence("You set the model or window. Change it.");
}
