"use client";
import { Play, SlidersHorizontal, Square } from "lucide-react";
import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useMemo, useState } from "react";
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
import { PRESETS, type PresetId, strategyPresets } from "@/lib/view-models/corpus/strategy-presets";
import { problemText } from "@/lib/wording/problem-text";
import { CorpusResults } from "./corpus-results";
import { CorpusSetup, type SessionChoice } from "./corpus-setup";
import { PresetChoice } from "./preset-choice";
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
        <span className="text-small text-tx2">
          {say(
            "{strategies, plural, one {# strategy} other {# strategies}} × {sessions, plural, one {# session} other {# sessions}}",
            { strategies, sessions },
          )}
        </span>
        {isSetup ? (
          <span className="flex items-center gap-2">
            <span className="text-small text-tx2">{say("Requests per session")}</span>
            <Select
              label={say("Requests per session")}
              value={String(cuts)}
              onValueChange={(value) => onCuts(Number(value))}
              options={choices.map((choice) => ({ value: String(choice), label: String(choice) }))}
            />
          </span>
        ) : null}
        <span className="ml-auto flex min-w-0 items-center gap-2 max-sm:ml-0 max-sm:basis-full max-sm:flex-wrap">
          <span
            role="status"
            className="min-w-0 truncate text-micro text-tx3 max-sm:empty:sr-only max-sm:basis-full max-sm:whitespace-normal"
          >
            {work.isRunning ? text : missing}
          </span>
          <Button aria-expanded={isSetup} onClick={onSetup}>
            <SlidersHorizontal aria-hidden />
            {isSetup ? say("Hide setup") : say("Choose strategies and sessions")}
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

/** Strategies over many sessions. The URL contains the choice and the shown run. */
export function StrategiesOverSessions({ sessions, strategies }: Props) {
  const say = useSay();
  const [state, setState] = useCorpusState();
  const [isSetup, setSetup] = useState(false);
  const { work, start, stop } = useKeptJob({
    kind: "corpus",
    onDone: (run) => {
      setSetup(false);
      void setState({ shown: run });
    },
  });
  const runs = useRuns({ kind: "corpus" });
  const shownId = state.shown ?? runs?.[0]?.id ?? null;
  const shown = useCorpusRun(shownId);
  const own = useMemo(() => sessions.filter((session) => !session.is_example), [sessions]);
  const { presets, preset, chosen } = useChosen(state, strategies, own);
  const only = state.only?.filter((id) => sessions.some((session) => session.id === id)) ?? null;
  const count = only?.length ?? own.length;
  const example = sessions.find((session) => session.is_example);
  const run = () => {
    const query = new URLSearchParams(window.location.search);
    query.delete("shown");
    start({ strategies: chosen, cuts: state.cuts, ...(only && { sessions: only }), query: `?${query}` });
  };
  return (
    <>
      {own.length === 0 && count === 0 ? (
        <NothingToMeasure example={example ?? null} onExample={(id) => void setState({ only: [id] })} />
      ) : (
        <>
          {runs?.length === 0 ? (
            <p className="px-4 pt-3 text-tx2 max-sm:px-3">
              {say(
                "See what each strategy saves in your sessions, and which facts it loses that the agent needed later.",
              )}
            </p>
          ) : null}
          <PresetChoice presets={presets} chosen={preset} onChoose={(id) => void setState({ preset: id, s: null })} />
          <CorpusToolbar
            cuts={state.cuts}
            onCuts={(cuts) => void setState({ cuts })}
            strategies={chosen.length}
            sessions={count}
            own={own.length}
            isSetup={isSetup}
            onSetup={() => setSetup(!isSetup)}
            work={work}
            onRun={run}
            onStop={stop}
          />
        </>
      )}
      {work.failure ? (
        <ErrorState
          title={say("The run did not finish")}
          kept={say("Your choice and the saved runs are unchanged.")}
          code={work.failure}
        >
          {problemText(work.failure, say)}
        </ErrorState>
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
      {shownId !== null && shown === null ? <LoadingLine>{say("Loading the run…")}</LoadingLine> : null}
      {shown ? <ShownRun shown={shown} /> : null}
      {runs && runs.length > 0 ? (
        <section aria-label={say("Saved runs")} className="border-line2 border-t px-4 py-3 max-sm:px-3">
          <h2 className="mb-2 font-semibold text-small">{say("Saved runs")}</h2>
          <RunList runs={runs} onOpen={({ id }) => void setState({ shown: id })} />
        </section>
      ) : null}
    </>
  );
}

function ShownRun({ shown }: { shown: NonNullable<ReturnType<typeof useCorpusRun>> }) {
  const say = useSay();
  return shown.ok ? (
    <CorpusResults run={shown.value} />
  ) : (
    <ErrorState title={say("That run cannot be shown")} code={shown.failure}>
      {problemText(shown.failure, say)}
    </ErrorState>
  );
}

type Choice = { preset: PresetId | null; s: readonly string[] | null };

/** The strategies to measure: chosen individually, or those of a preset (by default the first). */
function useChosen(state: Choice, strategies: readonly StrategyAnswer[], own: readonly SessionChoice[]) {
  const say = useSay();
  const presets = useMemo(() => {
    const clients = [...new Set(own.flatMap(({ client }) => client ?? []))];
    return strategyPresets(strategies, clients, say);
  }, [strategies, own, say]);
  if (state.s !== null) {
    const chosen = state.s.filter((id) => strategies.some((strategy) => strategy.id === id));
    return { presets, preset: null, chosen };
  }
  const preset = presets.find(({ id }) => id === state.preset) ?? presets[0];
  return { presets, preset: preset?.id ?? null, chosen: [...(preset?.strategies ?? [])] };
}

type NothingProps = { example: SessionChoice | null; onExample: (id: string) => void };

function NothingToMeasure({ example, onExample }: NothingProps) {
  const say = useSay();
  return (
    <NoOwnSessions
      instead={example ? <Button onClick={() => onExample(example.id)}>{say("Choose the example")}</Button> : null}
    >
      {say(
        "Strategies are measured on your own sessions, and you have not imported any. Import some in the library, or choose the built-in example to see a result.",
      )}
    </NoOwnSessions>
  );
}

/**
 * State in the URL. `s`: individual strategies instead of a preset. `only`: the chosen sessions, all if absent.
 * `shown`: the saved run on display, the newest if absent.
 */
const parsers = {
  preset: parseAsStringLiteral(PRESETS),
  s: parseAsArrayOf(parseAsString),
  only: parseAsArrayOf(parseAsString),
  cuts: parseAsInteger.withDefault(5),
  shown: parseAsString,
};

const useCorpusState = () => useQueryStates(parsers, { history: "replace", shallow: true });
