"use client";
import { Link2 } from "lucide-react";
import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useEffect, useRef } from "react";
import { useKeptJob } from "@/components/api/use-kept-job";
import { useRuns } from "@/components/runs/runs-store";
import { SessionHeader } from "@/components/session/session-header";
import { type NavPlace, SessionNav } from "@/components/session/session-nav";
import { CopyButton } from "@/components/ui/copy-button";
import { LoadingLine } from "@/components/ui/loading-line";
import { useSay } from "@/components/words/words-provider";
import type { SessionSummary } from "@/lib/api/schemas/session";
import { AdviceBar } from "./advice-bar";
import { ShownAdvice } from "./advice-results";
import { SavedAdvice, staleNote } from "./saved-advice";
import { SearchFailure } from "./search-failure";
import { useAdviceRun } from "./use-advice";
import { useAdviceState } from "./use-advice-state";

type Props = { id: string; summary: SessionSummary };

/** A session's Advice page. Shows the newest saved advice, or starts a search if there is none. */
export function SessionAdvicePage({ id, summary }: Props) {
  const say = useSay();
  const [state, setState] = useAdviceState();
  const place = usePlaceInUrl(id);
  const runs = useRuns({ session: id, kind: "advice" });
  const { work, isLookedUp, start, stop } = useKeptJob({
    kind: "advise",
    about: id,
    onDone: (run) => void setState({ shown: run }),
  });
  const wanted = state.shown ?? runs?.[0]?.id ?? null;
  const shown = useAdviceRun(wanted);
  const search = () => start({ sessions: [id] });
  const isStarted = useRef(false);
  useEffect(() => {
    // Set for a search from an earlier visit too: when that search ends, its run is not in the list yet.
    if (work.isRunning) isStarted.current = true;
    if (!isLookedUp || runs === null || runs.length > 0 || isStarted.current) return;
    isStarted.current = true;
    start({ sessions: [id] });
  });
  const stale = runs?.find((run) => run.id === wanted)?.stale ?? [];
  return (
    <main id="main" className="flex min-w-0 flex-col">
      <SessionHeader summary={summary} />
      <div className="flex h-9 shrink-0 items-center justify-between gap-4 border-line2 border-b px-4 max-sm:px-3">
        <SessionNav current="advice" place={place} />
        <span className="shrink-0 max-sm:hidden">
          <CopyButton text={() => window.location.href} label={say("Copy link")} icon={<Link2 aria-hidden />} />
        </span>
      </div>
      <AdviceBar
        note={staleNote(stale, say) ?? say("When should this session have been compacted, and how?")}
        hasResult={wanted !== null}
        work={work}
        onRun={search}
        onStop={stop}
      />
      <SearchFailure work={work} />
      <ShownAdvice shown={shown} state={state} onState={(change) => void setState(change)} />
      {shown === null && !work.failure ? (
        <LoadingLine>
          {work.isRunning ? say("Replaying policies over this session…") : say("Loading the advice…")}
        </LoadingLine>
      ) : null}
      <SavedAdvice runs={runs} onOpen={(shown) => void setState({ shown })} />
    </main>
  );
}

/** The place that the reader came from, for the links to the other views. */
function usePlaceInUrl(id: string): NavPlace {
  const [{ agent, request }] = useQueryStates({ agent: parseAsString, request: parseAsInteger });
  return { id, agent: agent ?? undefined, position: request === null ? undefined : request - 1 };
}
