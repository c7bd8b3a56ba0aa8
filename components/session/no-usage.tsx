"use client";
import { CircleHelp } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useSay } from "@/components/words/words-provider";
import type { SessionSummary } from "@/lib/api/schemas/session";
import { logGaps } from "@/lib/view-models/log-gaps";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import { InspectorSection } from "./inspector-section";

/** Loaded when the question is first opened. */
const ModelDialog = dynamic(() => import("./model-dialog").then((module) => module.ModelDialog), { ssr: false });

/** Asks above the transcript which model it was, where the log names none and nobody has said it. */
export function ModelBand({ summary }: { summary: SessionSummary }) {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  if (summary.stated || summary.models.length > 0) return null;
  return (
    <section
      aria-label={say("Which model was it?")}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-2.5 max-sm:px-3"
    >
      <div className="min-w-0 flex-1 basis-80">
        <h2 className="font-semibold text-base">{say("Which model was it?")}</h2>
        <p className="text-small text-tx2">
          {say(
            "The log names none. It sets the window, the prices and the cache rules; what you say is kept, for this session or for all of its client.",
          )}
        </p>
      </div>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {say("Choose the model")}
      </Button>
      {isOpen ? <ModelDialog summary={summary} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}

/** What the log of a request without usage cannot say, and what would; nothing where the provider reported it. */
export function LogGaps({ row }: { row: RequestRow }) {
  const say = useSay();
  const gaps = logGaps(row);
  if (gaps.length === 0) return null;
  return (
    <InspectorSection title={say("What this log cannot say, and what would")}>
      <ul className="mt-1 space-y-1.5">
        {gaps.map(({ what, would }) => (
          <li key={what} className="flex gap-2">
            <CircleHelp aria-hidden className="mt-0.5 size-3.5 shrink-0 stroke-[1.75] text-tx3" />
            <span className="min-w-0">
              <span className="block text-small">{say.known(what)}</span>
              <span className="block text-micro text-tx3">{say.known(would)}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-micro text-tx3">
        {say("Simulated figures are hatched or hollow, with ~ before them, and enter no total of the library.")}
      </p>
    </InspectorSection>
  );
}
