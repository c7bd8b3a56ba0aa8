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
import { changesIn, runTitle } from "./run-words";
import { readRun } from "./runs-store";

type Stored = RunRow & SessionRun & { readonly params: Readonly<Record<string, unknown>> };

/** A run's stored figures, and the versions that have changed since. */
export function RunDialog({ run, onClose }: { run: RunRow; onClose: () => void }) {
  const say = useSay();
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={runTitle(run, say)} description={timeSpan(run.created_at, null, say)} className="max-w-240">
        <StoredRun id={run.id} />
      </DialogContent>
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
