"use client";
import { Play, SlidersHorizontal, Square } from "lucide-react";
import { parseAsArrayOf, parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useState } from "react";
import { type JobWork, useKeptJob } from "@/components/api/use-kept-job";
import { RunList } from "@/components/runs/run-list";
import { useRuns } from "@/components/runs/runs-store";
import { NoOwnSessions } from "@/components/shell/no-own-sessions";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { LoadingLine } from "@/components/ui/loading-line";
import { Progress } from "@/components/ui/progress";
import { Select } from "@/components/ui/select";
import { useSay } from "@/components/words/words-provider";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { corpusProgress, whatIsMissing } from "@/lib/view-models/corpus/corpus-table";
import { CorpusResults } from "./corpus-results";
import { CorpusSetup, type SessionChoice } from "./corpus-setup";
import { useCorpusRun } from "./use-corpus";

const CUTS = [1, 3, 5, 10, 20];

type CorpusToolbarProps = {
  cuts: number;
  onCuts: (cuts: number) => void;
  strategies: number;
  sessions: number;
  /** Number of selectable sessions, without the built-in example. */
  own: number;
  isSetup: boolean;
  onSetup: () => void;
  work: JobWork;
  onRun: () => void;
  onStop: () => void;
};

/** Chooses how many requests to measure, starts the run and shows its progress. */
export function CorpusToolbar(props: CorpusToolbarProps) {
  const { cuts, onCuts, strategies, sessions, isSetup, onSetup, work, onRun, onStop } = props;
  const say = useSay();
  const missing = whatIsMissing(props, say);
  const choices = [...new Set([...CUTS, cuts])].sort((a, b) => a - b);
  const { text, share } = corpusProgress(work.progress, say);
  return (
    <div className="border-line border-y">
      <div className="flex min-h-11 flex-wrap items-center gap-2 px-4 py-2 max-sm:px-3">
        <span className="text-small text-tx2">{say("Requests per session")}</span>
        <Select
          label={say("Requests per session")}
          value={String(cuts)}
          onValueChange={(value) => onCuts(Number(value))}
          options={choices.map((choice) => ({ value: String(choice), label: String(choice) }))}
        />
        <span className="text-small text-tx3">
          {say(
            "{strategies, plural, one {# strategy} other {# strategies}} × {sessions, plural, one {# session} other {# sessions}}",
            { strategies, sessions },
          )}
        </span>
        <span className="ml-auto flex min-w-0 items-center gap-2 max-sm:ml-0 max-sm:basis-full max-sm:flex-wrap">
          <span
            role="status"
            className="min-w-0 truncate text-micro text-tx3 max-sm:empty:sr-only max-sm:basis-full max-sm:whitespace-normal"
          >
            {work.isRunning ? text : missing}
          </span>
          <Button aria-expanded={isSetup} onClick={onSetup}>
            <SlidersHorizontal aria-hidden />
            {isSetup ? say("Hide setup") : say("Choose")}
          </Button>
          {work.isRunning ? (
            <Button onClick={onStop}>
              <Square aria-hidden />
              {say("Stop")}
            </Button>
          ) : (
            <Button variant="primary" disabled={missing !== null} onClick={onRun}>
              <Play aria-hidden />
              {say("Run")}
            </Button>
          )}
        </span>
      </div>
      {work.isRunning ? <Progress label={say("Sessions measured")} value={share} /> : null}
    </div>
  );
}

type Props = { sessions: readonly SessionChoice[]; strategies: readonly StrategyAnswer[] };

/** The Corpus page: strategies over many sessions. The URL holds the choice and the shown run. */
export function CorpusPage({ sessions, strategies }: Props) {
  const say = useSay();
  const [state, setState] = useCorpusState();
  // null until the reader folds or unfolds the setup; until then it is folded exactly while a run is shown.
  const [isUnfolded, setUnfolded] = useState<boolean | null>(null);
  const isSetup = isUnfolded ?? state.shown === null;
  const { work, start, stop } = useKeptJob({
    kind: "corpus",
    onDone: (run) => {
      setUnfolded(null);
      void setState({ shown: run });
    },
  });
  const shown = useCorpusRun(state.shown);
  const runs = useRuns({ kind: "corpus" });
  const chosen = state.s.filter((id) => strategies.some((strategy) => strategy.id === id));
  const only = state.only?.filter((id) => sessions.some((session) => session.id === id)) ?? null;
  const all = sessions.filter((session) => !session.is_example);
  const count = only?.length ?? all.length;
  const example = sessions.find((session) => session.is_example);
  const run = () => {
    const query = new URLSearchParams(window.location.search);
    query.delete("shown");
    start({ strategies: chosen, cuts: state.cuts, ...(only && { sessions: only }), query: `?${query}` });
  };
  return (
    <main id="main" className="flex min-w-0 flex-col">
      <div className="px-4 pt-3 pb-2 max-sm:px-3">
        <h1 className="font-semibold text-title">{say("Corpus")}</h1>
        <p className="max-w-[80ch] text-small text-tx2">
          {say(
            "Strategies over many sessions: each is run at evenly spaced requests of the main thread, and what the log needed later says what it lost. Means over all these requests, 95 % intervals over sessions.",
          )}
        </p>
      </div>
      <CorpusToolbar
        cuts={state.cuts}
        onCuts={(cuts) => void setState({ cuts })}
        strategies={chosen.length}
        sessions={count}
        own={all.length}
        isSetup={isSetup}
        onSetup={() => setUnfolded(!isSetup)}
        work={work}
        onRun={run}
        onStop={stop}
      />
      {work.failure ? (
        <ErrorState
          title={say("The run did not finish")}
          kept={say("Your choice and the saved runs are as they were.")}
          code={work.failure}
        >
          {say.known(work.failure.message)}
        </ErrorState>
      ) : null}
      {all.length === 0 && count === 0 ? (
        <NothingToMeasure example={example ?? null} onExample={(id) => void setState({ only: [id] })} />
      ) : null}
      {sessions.length > 0 && isSetup ? (
        <CorpusSetup
          strategies={strategies}
          chosen={chosen}
          onChosen={(s) => void setState({ s })}
          sessions={sessions}
          only={only}
          onOnly={(next) => void setState({ only: next })}
        />
      ) : null}
      {state.shown !== null && shown === null ? <LoadingLine>{say("Reading the run…")}</LoadingLine> : null}
      {shown && !shown.ok ? (
        <ErrorState title={say("That run cannot be shown")} code={shown.failure}>
          {say.known(shown.failure.message)}
        </ErrorState>
      ) : null}
      {shown?.ok ? <CorpusResults run={shown.value} /> : null}
      {runs && runs.length > 0 ? (
        <section aria-label={say("Saved runs")} className="border-line2 border-t px-4 py-3 max-sm:px-3">
          <h2 className="mb-2 font-semibold text-small">{say("Saved runs")}</h2>
          <RunList runs={runs} onOpen={({ id }) => void setState({ shown: id })} />
        </section>
      ) : null}
    </main>
  );
}

type NothingProps = { example: SessionChoice | null; onExample: (id: string) => void };

function NothingToMeasure({ example, onExample }: NothingProps) {
  const say = useSay();
  return (
    <NoOwnSessions
      instead={example ? <Button onClick={() => onExample(example.id)}>{say("Choose the example")}</Button> : null}
    >
      {say(
        "Strategies are measured on your own sessions, and none is imported. Import some in the library, or choose the built-in example to see what comes out.",
      )}
    </NoOwnSessions>
  );
}

/** One strategy of each family, and Winnow's own. */
const FIRST_STRATEGIES = ["winnow", "swe-agent-last-n", "roo-truncate", "kilo-truncate"];

/** State in the URL. `only`: the chosen sessions, all if absent. `shown`: the saved run on display. */
const parsers = {
  s: parseAsArrayOf(parseAsString).withDefault(FIRST_STRATEGIES),
  only: parseAsArrayOf(parseAsString),
  cuts: parseAsInteger.withDefault(5),
  shown: parseAsString,
};

const useCorpusState = () => useQueryStates(parsers, { history: "replace", shallow: true });
