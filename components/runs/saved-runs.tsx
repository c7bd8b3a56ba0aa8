"use client";
import { useState } from "react";
import { loadLater } from "@/components/ui/load-later";
import { usePreload } from "@/components/ui/use-preload";
import { useSay } from "@/components/words/words-provider";
import type { RunRow } from "@/lib/api/schemas/run";
import { RunList } from "./run-list";
import { useRuns } from "./runs-store";
import { SaveRun } from "./save-run";

const RunDialog = loadLater(() => import("./run-dialog").then((module) => module.RunDialog));
const LOADED_LATER = [RunDialog.preload];

type Props = {
  sessionId: string;
  kind: "comparison" | "replay";
  /** The displayed answer, which can be saved; null if there is none yet. */
  result: unknown;
};

/** Lists a session's saved runs and saves the displayed one. */
export function SavedRuns({ sessionId, kind, result }: Props) {
  const say = useSay();
  const runs = useRuns({ session: sessionId });
  const [open, setOpen] = useState<RunRow | null>(null);
  usePreload(LOADED_LATER);
  if (!result && (runs === null || runs.length === 0)) return null;
  return (
    <section aria-label={say("Saved runs")} className="border-line2 border-t px-4 py-3 max-sm:px-3">
      <div className="mb-2 flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="font-semibold text-small">{say("Saved runs")}</h2>
        {result ? <SaveRun kind={kind} sessionId={sessionId} result={result} /> : null}
      </div>
      {runs && runs.length > 0 ? (
        <RunList runs={runs} onOpen={setOpen} />
      ) : (
        <p className="text-small text-tx3">{say("None yet. Saving keeps the figures, not the transcript.")}</p>
      )}
      {open ? <RunDialog run={open} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}
