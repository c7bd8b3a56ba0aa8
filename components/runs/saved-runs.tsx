"use client";
import type { Route } from "next";
import Link from "next/link";
import { useEffect, useState } from "react";
import type { Finished } from "@/components/api/call-api";
import { timeSpan } from "@/components/session/local-time";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { LoadingLine } from "@/components/ui/loading-line";
import { Cell, FigureHeads, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { RunRow } from "@/lib/api/schemas/run";
import { type RunTable, rerunLink, type SessionRun, toRunTable } from "@/lib/view-models/runs/run-table";
import { problemText } from "@/lib/wording/problem-text";
import { RunList } from "./run-list";
import { changesIn, runTitle } from "./run-words";
import { readRun, useRuns } from "./runs-store";
import { SaveRun } from "./save-run";

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
      <RunDialog run={open} onClose={() => setOpen(null)} />
    </section>
  );
}

type Stored = RunRow & SessionRun & { readonly params: Readonly<Record<string, unknown>> };

/** A run's stored figures, and the versions that have changed since. */
function RunDialog({ run, onClose }: { run: RunRow | null; onClose: () => void }) {
  const say = useSay();
  return (
    <Dialog open={run !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {run ? (
        <DialogContent
          title={runTitle(run, say)}
          description={timeSpan(run.created_at, null, say)}
          className="max-w-240"
        >
          <StoredRun key={run.id} id={run.id} />
        </DialogContent>
      ) : null}
    </Dialog>
  );
}

function StoredRun({ id }: { id: string }) {
  const say = useSay();
  const [found, setFound] = useState<Finished<Stored> | null>(null);
  useEffect(() => {
    let isWanted = true;
    void readRun(id).then((answer) => isWanted && setFound(answer as Finished<Stored>));
    return () => {
      isWanted = false;
    };
  }, [id]);
  if (found === null) return <LoadingLine>{say("Loading the run…")}</LoadingLine>;
  if (!found.ok) return <p className="p-4 text-small">{problemText(found.failure, say)}</p>;
  const run = found.value;
  return (
    <div className="overflow-auto p-4">
      <p className="mb-2 flex flex-wrap items-center justify-between gap-2 text-small text-tx2">
        {run.stale.length === 0
          ? say("The session and the strategies are unchanged.")
          : say("Stored figures; {changes}.", { changes: changesIn(run, say) })}
        <Button asChild size="sm">
          <Link href={rerunLink(run, run.params) as Route}>{say("Run again")}</Link>
        </Button>
      </p>
      <FigureTable table={toRunTable(run, say)} />
    </div>
  );
}

function FigureTable({ table: { heads, rows } }: { table: RunTable }) {
  const say = useSay();
  const [first, ...others] = heads;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
    <section tabIndex={0} aria-label={say("Stored figures")} className="overflow-x-auto">
      <Table>
        <TableHead>
          <FigureHeads first={first ?? ""} figures={others} />
        </TableHead>
        <tbody>
          {rows.map(({ name, cells }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: stored rows do not change, and names may come twice
            <TableRow key={index}>
              <Cell className="whitespace-nowrap">{name}</Cell>
              {cells.map((text, column) => (
                <Cell key={others[column]} isNumeric>
                  {text}
                </Cell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
