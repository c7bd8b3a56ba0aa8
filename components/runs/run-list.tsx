"use client";
import { Trash2 } from "lucide-react";
import { timeSpan } from "@/components/session/local-time";
import { useMay } from "@/components/shell/access";
import { Chip } from "@/components/ui/chip";
import { IconButton } from "@/components/ui/icon-button";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { RunRow } from "@/lib/api/schemas/run";
import { changesIn, runTitle } from "./run-words";
import { deleteRun } from "./runs-store";

/** Runs, newest first. Clicking a name opens the stored figures. */
export function RunList({ runs, onOpen }: { runs: readonly RunRow[]; onOpen: (run: RunRow) => void }) {
  const say = useSay();
  const mayDelete = useMay("DELETE /api/runs/{id}");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={say("Saved runs, table")} className="-mx-2 max-h-72 overflow-auto">
      <Table>
        <TableHead>
          <tr>
            <HeadCell>{say("Run")}</HeadCell>
            <HeadCell className="max-sm:hidden">{say("Kind")}</HeadCell>
            <HeadCell className="max-sm:hidden">{say("Saved on")}</HeadCell>
            <HeadCell>{say("State")}</HeadCell>
            <HeadCell>
              <span className="sr-only">{say("Actions")}</span>
            </HeadCell>
          </tr>
        </TableHead>
        <tbody>
          {runs.map((run) => (
            <TableRow key={run.id}>
              <Cell className="h-8 max-w-80 max-sm:max-w-40">
                <button
                  type="button"
                  className="block max-w-full truncate text-left text-acc hover:underline"
                  title={runTitle(run, say)}
                  onClick={() => onOpen(run)}
                >
                  {runTitle(run, say)}
                </button>
              </Cell>
              <Cell className="h-8 text-tx2 max-sm:hidden">{say(run.kind)}</Cell>
              <Cell className="h-8 whitespace-nowrap text-tx2 max-sm:hidden">
                {timeSpan(run.created_at, null, say)}
              </Cell>
              <Cell className="h-8">
                <RunState run={run} />
              </Cell>
              <Cell className="h-8 w-8">
                {mayDelete ? (
                  <IconButton
                    label={say("Delete {title}", { title: runTitle(run, say) })}
                    onClick={() => void deleteRun(run.id)}
                  >
                    <Trash2 aria-hidden />
                  </IconButton>
                ) : null}
              </Cell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

/** Whether the same run would give the same figures today, judged by versions. */
export function RunState({ run }: { run: RunRow }) {
  const say = useSay();
  if (run.stale.length === 0) return <span className="text-small text-tx3">{say("current")}</span>;
  return (
    <Chip tone="warn" title={changesIn(run, say)}>
      {say("stale")}
    </Chip>
  );
}
