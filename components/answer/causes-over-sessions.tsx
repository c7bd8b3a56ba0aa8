"use client";
import Link from "next/link";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import { changeBy } from "@/lib/view-models/answer/cause-words";
import type { CauseOverSessions } from "@/lib/view-models/answer/causes-over-sessions";
import { formatCauseMoney } from "@/lib/view-models/answer/ranked-causes";

type Props = {
  causes: readonly CauseOverSessions[];
  /** The number of sessions read, if these are only the newest; null if all are. */
  newest: number | null;
};

/** What cost most over all sessions: each cause with its cost, its remedy and the session where it cost most. */
export function CausesOverSessions({ causes, newest }: Props) {
  const say = useSay();
  if (causes.length === 0) return null;
  return (
    <section aria-labelledby="causes-over-sessions" className="border-line border-b px-4 py-3 max-sm:px-3">
      <h2 id="causes-over-sessions" className="font-semibold text-base">
        {say("What cost most")}
      </h2>
      <p className="max-w-[80ch] text-small text-tx2">
        {say(
          "Causes of more than 2 % of a session's cost, costliest first. They may overlap, so they are not added up.",
        )}
        {newest === null ? null : say(" Only your newest {newest} sessions are counted.", { newest })}
      </p>
      <Table className="mt-2">
        <TableHead className="max-sm:sr-only">
          <tr>
            <HeadCell className="pl-0">{say("Cause and fix")}</HeadCell>
            <HeadCell isNumeric>{say("Sessions")}</HeadCell>
            <HeadCell isNumeric>{say("Cost")}</HeadCell>
            <HeadCell className="max-sm:hidden">{say("Costliest session")}</HeadCell>
          </tr>
        </TableHead>
        <tbody>
          {causes.map((cause) => (
            <CauseRow key={cause.id} cause={cause} />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function CauseRow({ cause }: { cause: CauseOverSessions }) {
  const say = useSay();
  const { id, name, sessions, money, unpriced, worst } = cause;
  return (
    <TableRow>
      <Cell className="py-1.5 pl-0">
        <span className="block font-medium">{say(name)}</span>
        <span className="block text-tx2">{changeBy(cause, say)}</span>
        <span className="line-clamp-1 break-all sm:hidden">
          <SessionLink worst={worst} />
        </span>
      </Cell>
      <Cell isNumeric>{sessions}</Cell>
      <Cell isNumeric>
        <span className="block font-medium">
          {money === null ? say("unknown") : formatCauseMoney({ id, money }, say)}
        </span>
        {money !== null && unpriced > 0 ? (
          <span className="block text-micro text-tx3">{say("unknown in {unpriced}", { unpriced })}</span>
        ) : null}
      </Cell>
      <Cell className="max-w-72 truncate max-sm:hidden">
        <SessionLink worst={worst} />
      </Cell>
    </TableRow>
  );
}

const SessionLink = ({ worst: { id, title } }: Pick<CauseOverSessions, "worst">) => (
  <Link href={`/sessions/${id}`} prefetch={false} title={title} className="text-acc underline-offset-2 hover:underline">
    {title}
  </Link>
);
