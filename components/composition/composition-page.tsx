"use client";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCallback, useMemo } from "react";
import { PartMap, PartMapLegend } from "@/components/charts/part-map";
import { PageTabs } from "@/components/session/page-tabs";
import { SessionHeader } from "@/components/session/session-header";
import { viewHref } from "@/components/session/session-nav";
import { SessionSpine } from "@/components/session/session-spine";
import { UnknownRequest } from "@/components/session/unknown-request";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { useSay } from "@/components/words/words-provider";
import type { SessionSummary } from "@/lib/api/schemas/session";
import type { AgentOutline } from "@/lib/read-models/agent-outline";
import type { LeaveOutRow } from "@/lib/read-models/words/composition";
import type { CompositionView } from "@/lib/view-models/composition/composition-view";
import type { PackedRows } from "@/lib/view-models/session/pack-rows";
import { figureIn, formatMoney, formatTokens } from "@/lib/wording/number-format";
import { PartList, partHref } from "./part-list";
import { useLeaveOut, useShownRequest } from "./use-composition-state";

type Props = {
  id: string;
  summary: SessionSummary;
  agent: string;
  packedRows: PackedRows;
  outline: AgentOutline;
  /** null if the agent made no request. */
  view: CompositionView | null;
  /** A note if the link's request does not exist; otherwise null. */
  note: string | null;
};

/** The Composition page: the content of one prompt, the cost of carrying it, and how much of that was needless. */
export function CompositionPage({ id, summary, agent, packedRows, outline, view, note }: Props) {
  const say = useSay();
  const [, setRequest] = useShownRequest();
  const place = { id, agent, position: view?.at };
  return (
    <main id="main" className="flex min-w-0 flex-col">
      <SessionHeader summary={summary} />
      {view === null ? null : (
        <SessionSpine
          {...{ id, summary }}
          data={{ agent, packedRows, outline }}
          current="spend"
          selected={view.at}
          onSelect={(position) => void setRequest(position + 1)}
        />
      )}
      <PageTabs current="spend" place={place} />
      <UnknownRequest note={note} />
      {view === null ? (
        <EmptyState title={say("No requests in this log")}>{say("There is no prompt to show.")}</EmptyState>
      ) : (
        <CompositionBody view={view} place={{ id, agent, position: view.at }} />
      )}
    </main>
  );
}

type BodyProps = { view: CompositionView; place: { id: string; agent: string; position: number } };

function CompositionBody({ view, place }: BodyProps) {
  const say = useSay();
  const router = useRouter();
  const [kind, setKind] = useLeaveOut();
  const row = view.leaveOut.find(({ id }) => id === kind);
  const chosen = useMemo(() => (row && row.parts.length > 0 ? new Set(row.parts) : null), [row]);
  const listed = chosen === null ? view.parts : view.parts.filter(({ id }) => chosen.has(id));
  const open = useCallback((part: string) => router.push(partHref(place, part) as never), [router, place]);
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-line2 border-b bg-s1 px-4 py-2 max-sm:flex-col max-sm:items-start max-sm:px-3">
        <p className="min-w-0 flex-1 text-small">
          <strong className="font-semibold text-figure">{view.fill}</strong>{" "}
          <span className="text-tx2">{view.waste}</span>
        </p>
        <Link href={viewHref("spend", place) as never} className="text-acc text-small">
          {say("Whole session")}
        </Link>
        <Button asChild size="sm">
          <Link href={viewHref("compare", place) as never}>
            {say("Compare at #{position}", { position: place.position + 1 })}
          </Link>
        </Button>
      </div>
      <div className="grid min-w-0 md:grid-cols-[minmax(0,1fr)_400px] lg:grid-cols-[minmax(0,1fr)_484px]">
        <section aria-label={say("Parts of the prompt")} className="min-w-0 px-4 pb-3 max-sm:px-3">
          <MapHead view={view} />
          <PartMap view={view} chosen={chosen} onOpen={open} />
        </section>
        <div className="min-w-0 border-line2 max-md:border-t md:border-l">
          <LeaveOutList rows={view.leaveOut} at={view.at} chosen={kind} onChoose={(next) => void setKind(next)} />
        </div>
      </div>
      <PartList place={place} parts={listed} />
    </>
  );
}

function MapHead({ view }: { view: CompositionView }) {
  const say = useSay();
  const counts = {
    tokens: formatTokens(view.promptTokens),
    held: formatTokens(view.sum.tokens),
    count: view.parts.length,
  };
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <h2 className="font-semibold text-small">{say("Request {at}", { at: view.at + 1 })}</h2>
      <span className="tabular text-micro text-tx3">
        {view.sum.tokens < view.promptTokens
          ? say(
              "{tokens} tokens; the log contains {held} of them, in {count, plural, one {# part} other {# parts}}",
              counts,
            )
          : say("{tokens} tokens, {count, plural, one {# part} other {# parts}}", counts)}
      </span>
      <div className="ml-auto">
        <PartMapLegend />
      </div>
    </div>
  );
}

type LeaveOutListProps = {
  rows: readonly LeaveOutRow[];
  /** Position of the prompt's request, from 0. */
  at: number;
  chosen: string | null;
  onChoose: (id: string | null) => void;
};

/** What could be left out of the prompt, costliest first. Choosing a row shows its parts in the map and the list. */
function LeaveOutList({ rows, at, chosen, onChoose }: LeaveOutListProps) {
  const say = useSay();
  const clean = rows.filter(({ tokens }) => tokens === 0);
  return (
    <section aria-label={say("What could be left out")} className="min-w-0">
      <div className="tabular flex h-10 items-center gap-3 border-line2 border-b px-4 text-micro text-tx3 max-sm:px-3">
        <h2 className="font-semibold text-small text-tx">{say("What could be left out")}</h2>
        {/* The Findings page lists the same kinds with larger sums, because it covers all requests of all agents. */}
        <span className="mr-auto min-w-0 truncate">{say("in request {at}", { at: at + 1 })}</span>
        <span>{say("tokens")}</span>
        <span className="w-18 text-right">{say("cost")}</span>
      </div>
      <ul>
        {rows
          .filter(({ tokens }) => tokens !== 0)
          .map((row) => (
            <li key={row.id} className="border-line border-b">
              {row.parts.length === 0 ? (
                <div className={LEAVE_OUT}>
                  <LeaveOut row={row} />
                </div>
              ) : (
                <button
                  type="button"
                  aria-pressed={row.id === chosen}
                  onClick={() => onChoose(row.id === chosen ? null : row.id)}
                  className={cn(
                    LEAVE_OUT,
                    "-outline-offset-2 hover:bg-s2",
                    row.id === chosen && "bg-accbg shadow-[inset_2px_0_0_var(--acc)] hover:bg-accbg",
                  )}
                >
                  <LeaveOut row={row} />
                </button>
              )}
            </li>
          ))}
      </ul>
      {clean.length === 0 ? null : (
        <p className="px-4 py-1.5 text-micro text-tx3 max-sm:px-3">
          {say("None found: {kinds}", { kinds: clean.map(({ title }) => say(title)).join(say(", ")) })}
        </p>
      )}
    </section>
  );
}

const LEAVE_OUT =
  "tabular grid w-full grid-cols-[minmax(0,1fr)_auto_4.5rem] gap-x-3 px-4 py-1.5 text-left text-small max-sm:px-3";

function LeaveOut({ row: { title, tokens, cost, note, advice } }: { row: LeaveOutRow }) {
  const say = useSay();
  return (
    <>
      <span className="font-medium">{say(title)}</span>
      <span className={cn("text-right", tokens === null && "text-tx3")}>{figureIn(say, formatTokens(tokens))}</span>
      <span className={cn("text-right", cost === null ? "text-tx3" : "font-semibold")}>
        {figureIn(say, formatMoney(cost))}
      </span>
      <span className="col-span-3 text-micro text-tx2">{note}</span>
      <span className="col-span-3 text-micro text-tx3">{say(advice)}</span>
    </>
  );
}
