"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useSay } from "@/components/words/words-provider";
import type { SessionSummary } from "@/lib/api/schemas/session";

/** Loaded when the question is first opened. */
const ModelDialog = dynamic(() => import("./model-dialog").then((module) => module.ModelDialog), { ssr: false });

type Props = { summary: SessionSummary };

/** Asks which model a session used whose log does not name it; shows what was said, with a way to take it back. */
export function ModelQuestion({ summary }: Props) {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const { stated } = summary;
  if (!stated && summary.models.length > 0) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="touch-target w-fit text-left text-acc text-micro hover:underline"
      >
        {stated ? say("Model or window set by you: change") : say("The log names no model: which was it?")}
      </button>
      {isOpen ? <ModelDialog summary={summary} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
