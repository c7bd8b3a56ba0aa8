"use client";
import type { Route } from "next";
import Link from "next/link";
import { useKeptJob } from "@/components/api/use-kept-job";
import { useRuns } from "@/components/runs/runs-store";
import { NoOwnSessions } from "@/components/shell/no-own-sessions";
import { Button } from "@/components/ui/button";
import { LoadingLine } from "@/components/ui/loading-line";
import { useSay } from "@/components/words/words-provider";
import { AdviceBar } from "./advice-bar";
import { ShownAdvice } from "./advice-results";
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

/** When to compact: one policy for all sessions, or for those chosen in the URL. */
export function AdviceOverSessions({ sessions, example }: Props) {
  const say = useSay();
  const [state, setState] = useAdviceState();
  const { work, start, stop } = useKeptJob({ kind: "advise", onDone: (run) => void setState({ shown: run }) });
  const runs = useRuns({ kind: "advice" })?.filter(({ session_id }) => session_id === null) ?? null;
  const wanted = state.shown ?? runs?.[0]?.id ?? null;
  const shown = useAdviceRun(wanted);
  const isWithout = (state.only?.length ?? sessions) === 0;
  const stale = runs?.find(({ id }) => id === wanted)?.stale ?? [];
  return (
    <section aria-label={say("When to compact")} className="flex min-w-0 flex-col">
      {isWithout ? (
        <NoOwnSessions
          instead={
            example === null ? null : (
              <Button asChild>
                <Link href={`/sessions/${example}/advice` as Route}>{say("Advice for the example")}</Link>
              </Button>
            )
          }
        >
          {say(
            "Policies are replayed over your own sessions, and you have not imported any. Import some in the library, or see the advice for the built-in example.",
          )}
        </NoOwnSessions>
      ) : (
        <>
          <div className="px-4 pt-3 max-sm:px-3">
            <h2 className="font-semibold text-base">{say("When to compact")}</h2>
            <p className="max-w-[80ch] text-small text-tx2">
              {say(
                "The same settings are replayed over every session, with lost facts included in the cost, and tested on sessions that were not used to choose them.",
              )}
            </p>
          </div>
          <AdviceBar
            note={
              staleNote(stale, say) ??
              say(
                "{sessions, plural, one {# session} other {# sessions}}; sessions without usage or with fewer than 30 requests are left out",
                {
                  sessions: state.only?.length ?? sessions,
                },
              )
            }
            hasResult={wanted !== null}
            work={work}
            onRun={() => start(state.only ? { sessions: state.only } : {})}
            onStop={stop}
          />
        </>
      )}
      <SearchFailure work={work} />
      {wanted !== null && shown === null ? <LoadingLine>{say("Loading the advice…")}</LoadingLine> : null}
      <ShownAdvice shown={shown} state={state} onState={(change) => void setState(change)} />
      <SavedAdvice runs={runs} onOpen={(run) => void setState({ shown: run })} />
    </section>
  );
}
