"use client";
import { Trash2 } from "lucide-react";
import { timeSpan } from "@/components/session/local-time";
import { Chip } from "@/components/ui/chip";
import { IconButton } from "@/components/ui/icon-button";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { RunRow } from "@/lib/api/schemas/run";
import { deleteRun } from "./runs-store";

/** Lists runs, newest first. Clicking a name opens its stored figures. */
export function RunList({ runs, onOpen }: { runs: readonly RunRow[]; onOpen: (run: RunRow) => void }) {
  const say = useSay();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label="Saved runs, table" className="max-h-72 overflow-auto">
      <Table>
        <TableHead>
          <tr>
            <HeadCell>Run</HeadCell>
            <HeadCell className="max-sm:hidden">Kind</HeadCell>
            <HeadCell className="max-sm:hidden">Saved</HeadCell>
            <HeadCell>State</HeadCell>
            <HeadCell>
              <span className="sr-only">Actions</span>
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
                  title={run.title}
                  onClick={() => onOpen(run)}
                >
                  {run.title}
                </button>
              </Cell>
              <Cell className="h-8 text-tx2 max-sm:hidden">{run.kind}</Cell>
              <Cell className="h-8 whitespace-nowrap text-tx2 max-sm:hidden">
                {timeSpan(run.created_at, null, say)}
              </Cell>
              <Cell className="h-8">
                <RunState run={run} />
              </Cell>
              <Cell className="h-8 w-8">
                <IconButton label={`Delete ${run.title}`} onClick={() => void deleteRun(run.id)}>
                  <Trash2 aria-hidden />
                </IconButton>
              </Cell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

/** Tells whether the same run would give the same figures today, as far as the versions show. */
export function RunState({ run }: { run: RunRow }) {
  if (run.stale.length === 0) return <span className="text-small text-tx3">current</span>;
  return (
    <Chip tone="warn" title={run.stale.map(({ message }) => message).join("; ")}>
      stale
    </Chip>
  );
}
