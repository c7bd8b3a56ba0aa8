"use client";
import type { Route } from "next";
import Link from "next/link";
import { useKeptJob } from "@/components/api/use-kept-job";
import { useRuns } from "@/components/runs/runs-store";
import { NoOwnSessions } from "@/components/shell/no-own-sessions";
import { AdviceSwitch } from "@/components/two-arms/advice-switch";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { LoadingLine } from "@/components/ui/loading-line";
import { useSay } from "@/components/words/words-provider";
import { AdviceBar } from "./advice-bar";
import { AdviceResults } from "./advice-results";
import { SavedAdvice, staleNote } from "./saved-advice";
import { SearchFailure } from "./search-failure";
import { useAdviceRun } from "./use-advice";
import { useAdviceState } from "./use-advice-state";

type Props = {
  /** Number of sessions besides the built-in example. */
  sessions: number;
  /** Id of the built-in example; null if the library lacks it. */
  example: string | null;
};

/** The Advice page over sessions: one policy for all of them, or for those chosen in the URL. */
export function AdvicePage({ sessions, example }: Props) {
  const say = useSay();
  const [state, setState] = useAdviceState();
  const { work, start, stop } = useKeptJob({ kind: "advise", onDone: (run) => void setState({ shown: run }) });
  const runs = useRuns({ kind: "advice" })?.filter(({ session_id }) => session_id === null) ?? null;
  const wanted = state.shown ?? runs?.[0]?.id ?? null;
  const shown = useAdviceRun(wanted);
  const isWithout = (state.only?.length ?? sessions) === 0;
  const stale = runs?.find(({ id }) => id === wanted)?.stale ?? [];
  return (
    <main id="main" className="flex min-w-0 flex-col">
      <div className="px-4 pt-3 pb-2 max-sm:px-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="font-semibold text-title">{say("Advice over sessions")}</h1>
          <span className="ml-auto">
            <AdviceSwitch current="Advice" />
          </span>
        </div>
        <p className="max-w-[80ch] text-small text-tx2">
          {say(
            "At what threshold, with what, should I compact? The same policies are replayed over every session, lost facts are paid, and the choice is tested on sessions it was not made on.",
          )}
        </p>
      </div>
      <AdviceBar
        note={
          staleNote(stale, say) ??
          say("{sessions} sessions; those without usage or under 30 requests are left out", {
            sessions: state.only?.length ?? sessions,
          })
        }
        hasResult={wanted !== null}
        missing={isWithout ? say("Import a session first.") : null}
        work={work}
        onRun={() => start(state.only ? { sessions: state.only } : {})}
        onStop={stop}
      />
      {isWithout ? (
        <NoOwnSessions
          instead={
            example === null ? null : (
              <Button asChild>
                <Link href={`/sessions/${example}/advice` as Route}>{say("Advice of the example")}</Link>
              </Button>
            )
          }
        >
          {say(
            "Policies are replayed over your own sessions, and none is imported. Import some in the library; the built-in example has its own advice.",
          )}
        </NoOwnSessions>
      ) : null}
      <SearchFailure work={work} />
      {wanted !== null && shown === null ? <LoadingLine>{say("Reading the advice…")}</LoadingLine> : null}
      {shown && !shown.ok ? (
        <ErrorState title={say("That advice cannot be shown")} code={shown.failure}>
          {say.known(shown.failure.message)}
        </ErrorState>
      ) : null}
      {shown?.ok ? <AdviceResults run={shown.value} state={state} onState={(change) => void setState(change)} /> : null}
      <SavedAdvice runs={runs} onOpen={(run) => void setState({ shown: run })} />
    </main>
  );
}
