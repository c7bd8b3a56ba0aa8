"use client";
import type { Route } from "next";
import Link from "next/link";
import { useCallback, useEffect, useMemo, useState } from "react";
import { SavedRuns } from "@/components/runs/saved-runs";
import { SessionHeader } from "@/components/session/session-header";
import { UnknownRequest } from "@/components/session/unknown-request";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { loadLater } from "@/components/ui/load-later";
import { LoadingLine } from "@/components/ui/loading-line";
import { usePreload } from "@/components/ui/use-preload";
import { useSay } from "@/components/words/words-provider";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import type { SessionSummary } from "@/lib/api/schemas/session";
import type { OwnPrompt } from "@/lib/api/schemas/settings";
import type { AgentOutline } from "@/lib/read-models/agent-outline";
import type { CompactionRow } from "@/lib/read-models/compactions";
import type { OwnLossPrice } from "@/lib/view-models/compare/own-loss-price";
import { type Goal, requestsToCome } from "@/lib/view-models/compare/recommendation";
import { largestRequest, toRequestOptions } from "@/lib/view-models/compare/request-options";
import type { StrategyChoice } from "@/lib/view-models/compare/strategy-choice";
import { comparedRequest } from "@/lib/view-models/session/linked-request";
import { problemText } from "@/lib/wording/problem-text";
import type { Say } from "@/lib/wording/say";
import type { StrategyAnswer } from "../../lib/api/schemas/strategy";
import { CompareSpine } from "./compare-spine";
import { CompareTabs } from "./compare-tabs";
import { CompareToolbar } from "./compare-toolbar";
import { Setup } from "./setup/setup";
import { chosenOf } from "./shared/chosen-strategies";
import type { Chosen } from "./shared/compare-types";
import { type CompareState, type SetCompareState, useCompareState } from "./shared/use-compare-state";
import { type ComparisonInput, comparisonBody, useComparison } from "./shared/use-comparison";
import { useLatest } from "./shared/use-latest";
import { useTryAll } from "./shared/use-try-all";

/** Usually loaded before the first run; otherwise what follows stays below the screen. */
const Results = loadLater(
  () => import("./compare-results").then((module) => module.Results),
  <div className="h-dvh" />,
);
const LOADED_LATER = [Results.preload];

export type CompareViewProps = {
  id: string;
  summary: SessionSummary;
  agent: string;
  rows: readonly RequestRow[];
  compactions: readonly CompactionRow[];
  breaks: AgentOutline["breaks"];
  window: number | null;
  /** Prompt size in tokens at which the client compacts automatically; null if unknown. */
  reserveFrom: number | null;
  strategies: readonly StrategyAnswer[];
  /** The server's model for summaries; null if none is set up. */
  summaryModel: string | null;
  /** An article's claim about the result, for one of its examples; otherwise null. */
  claim: string | null;
  /** The reader's own prompts for summaries. */
  prompts: readonly OwnPrompt[];
  /** Default price of a lost fact; null without prices. */
  lossPrice: OwnLossPrice | null;
};

/** The Compare page: several strategies at one request of a session. Its state is in the URL. */
export function CompareView(props: CompareViewProps) {
  const say = useSay();
  const { id, summary, rows } = props;
  return (
    <main id="main" className="flex min-w-0 flex-col">
      <SessionHeader summary={summary} />
      {rows.length === 0 ? (
        <>
          <CompareTabs place={{ id }} />
          <EmptyState title={say("No requests in this log")}>{say("There is no prompt to compress.")}</EmptyState>
        </>
      ) : (
        <CompareBody {...props} />
      )}
    </main>
  );
}

function CompareBody(props: CompareViewProps) {
  const { id, agent, rows, compactions, breaks, window, reserveFrom, strategies, summaryModel } = props;
  const compare = useCompare(props);
  const say = useSay();
  usePreload(LOADED_LATER);
  const { state, setState, at, position, chosen, model, isSetup, comparison, options, note } = compare;
  const { start, select, toggleSetup, edit, goTo, cancel } = compare;
  return (
    <>
      <CompareSpine
        rows={rows}
        window={window}
        reserveFrom={reserveFrom}
        {...{ compactions, breaks }}
        selected={position}
        onSelect={select}
      />
      <CompareTabs place={{ id, agent, position }} />
      {props.claim === null ? null : (
        <p className="border-line border-b px-4 py-1.5 text-small text-tx2 max-sm:px-3">
          {say("The article says: ")}
          <span className="text-tx">{say.known(props.claim)}</span>{" "}
          <Link href={"/how-it-works" as Route} className="text-acc">
            {say("How it works")}
          </Link>
        </p>
      )}
      <UnknownRequest note={compare.unknownRequest} />
      <CompareToolbar
        at={at}
        options={options}
        onAt={goTo}
        chosen={chosen}
        isSetup={isSetup}
        onSetup={toggleSetup}
        isRunning={comparison.isRunning}
        onRun={start}
        onCancel={cancel}
        note={compare.tryAll.progress ?? note}
        tryAll={compare.tryAll}
      />
      {isSetup ? (
        <Setup
          session={compare.session}
          promptTokens={rows[position]?.prompt_tokens ?? 0}
          strategies={strategies}
          chosen={chosen}
          edited={state.edit}
          find={state.find}
          onFind={(find) => void setState({ find })}
          force={state.force}
          wish={compare.wish}
          onChoices={(next) => void setState({ s: next })}
          onEdit={edit}
          onForce={(force) => void setState({ force })}
          prompts={props.prompts}
          summaryModel={summaryModel}
          writer={model === null ? "rule" : "model"}
          onWriter={(sum) => void setState({ sum })}
        />
      ) : null}
      <Outcome id={id} agent={agent} strategies={strategies} compare={compare} lossPrice={props.lossPrice} />
      <SavedRuns sessionId={id} kind="comparison" result={comparison.data} />
    </>
  );
}

type OutcomeProps = Pick<CompareViewProps, "id" | "agent" | "strategies" | "lossPrice"> & {
  compare: ReturnType<typeof useCompare>;
};

/** The run's result or failure, or a line while it runs. */
function Outcome({ id, agent, strategies, compare, lossPrice }: OutcomeProps) {
  const say = useSay();
  const { session, position, choices, chosen, model, shown, setState, run, comparison, ran, column } = compare;
  const running = say("Running {count, plural, one {# strategy} other {# strategies}} on request {position}…", {
    count: choices.length,
    position: position + 1,
  });
  const writer =
    model !== null && chosen.some(({ info }) => info.model !== "none")
      ? [say("{model} writes the summaries, as set up in Settings.", { model })]
      : [];
  return (
    <>
      {comparison.failure ? (
        <ErrorState
          title={say("The comparison did not finish")}
          kept={say("The session and your choice of strategies are unchanged.")}
          code={comparison.failure}
        >
          {problemText(comparison.failure, say)}
        </ErrorState>
      ) : null}
      {run !== null && !comparison.data && !comparison.failure ? (
        <LoadingLine>{[running, ...writer].join(" ")}</LoadingLine>
      ) : null}
      {comparison.data && ran ? (
        <Results
          id={id}
          agent={agent}
          session={session}
          chosen={ran.chosen}
          data={comparison.data}
          strategies={strategies}
          lossPrice={lossPrice}
          column={column}
          state={shown}
          setState={setState}
        />
      ) : null}
    </>
  );
}

/** The state of the page and the actions of its controls. */
function useCompare({ id, summary, agent, rows, compactions, strategies, summaryModel, lossPrice }: CompareViewProps) {
  const { client } = summary;
  const say = useSay();
  const [state, setState] = useCompareState(lossPrice?.amount ?? 0);
  const largest = largestRequest(rows)?.index ?? 0;
  const opening = rows.findIndex((row) => row.index === largest);
  const { position, note: unknownRequest } = comparedRequest(state, rows, opening);
  const at = rows[position]?.index ?? largest;
  const chosen = useMemo(() => chosenOf(state.s, strategies, client), [state.s, strategies, client]);
  const choices = chosen.map((entry) => entry.choice);
  const { force, goal, price, horizon } = state;
  const toComeAt = (at: number) => horizon ?? requestsToCome(at, rows.length, compactions);
  const toCome = toComeAt(position);
  const session = useMemo(() => ({ id, agent, number: position + 1 }), [id, agent, position]);
  const model = state.sum === "rule" ? null : summaryModel;
  const input = { session, choices, force, report: "all" as const, model };
  const wish = useMemo(() => ({ goal, price, horizon: toCome }), [goal, price, toCome]);
  const { body, run, attempt, start, tryAll } = useRunning({
    input,
    chosen,
    strategies,
    wish,
    position,
    state,
    setState,
  });
  const comparison = useComparison(run?.body ?? null, attempt);
  const ran = useRan(run, comparison.key);
  const ranNumber = comparison.data?.original.number ?? position + 1;
  const shown = useShownState(state, ran?.force ?? force, toComeAt(ranNumber - 1));
  const isStale = comparison.data !== null && comparison.key !== body;
  const isSetup = !state.run || state.setup || state.edit !== null;
  const column = columnWithin(state.col, ran?.chosen ?? chosen);
  const select = useCallback((next: number) => void setState({ request: next + 1, at: null }), [setState]);
  const options = useMemo(() => toRequestOptions(rows, compactions, at), [rows, compactions, at]);
  const toggleSetup = useLatest(
    () => void setState(isSetup ? { run: true, setup: false, edit: null } : { setup: true }),
  );
  const edit = useCallback((next: string | null) => void setState({ edit: next }), [setState]);
  const goTo = useCallback((index: number) => select(rows.findIndex((row) => row.index === index)), [select, rows]);
  const cancel = useLatest(comparison.cancel);
  const actions = { start, select, toggleSetup, edit, goTo, cancel };
  const outcome = { run, comparison, ran, column, note: noteOf(comparison, isStale, say) };
  return {
    state,
    setState,
    session,
    at,
    position,
    unknownRequest,
    chosen,
    choices,
    shown,
    wish,
    model,
    isSetup,
    options,
    tryAll,
    ...outcome,
    ...actions,
  };
}

/** The state for the results. `force` and `horizon` are the run's; the reader may have changed both since. */
function useShownState(state: CompareState, force: boolean, horizon: number) {
  const { diff, rows, row, cell, goal, price, idle, open } = state;
  return useMemo(
    () => ({ force, diff, rows, row, cell, goal, price, horizon, idle, open }),
    [force, diff, rows, row, cell, goal, price, horizon, idle, open],
  );
}

/** A column from a link may belong to a run with more strategies. */
const columnWithin = (column: number | null, chosen: readonly Chosen[]): number | null =>
  column === null ? null : Math.max(0, Math.min(column, chosen.length - 1));

type RunningInput = {
  readonly input: ComparisonInput;
  readonly chosen: readonly Chosen[];
  readonly strategies: readonly StrategyAnswer[];
  readonly wish: { readonly goal: Goal; readonly price: number; readonly horizon: number };
  readonly position: number;
  readonly state: CompareState;
  readonly setState: SetCompareState;
};

/** What is running: the chosen strategies, or a search for the best of all. */
function useRunning({ input, chosen, strategies, wish, position, state, setState }: RunningInput) {
  const { choices, session, force } = input;
  const body = choices.length > 0 ? comparisonBody(input) : null;
  const [run, setRun] = useState<Run | null>(state.run && body !== null ? { body, chosen, force } : null);
  const [attempt, setAttempt] = useState(0);
  const runWith = useLatest((next: readonly StrategyChoice[]) => {
    setRun({ body: comparisonBody({ ...input, choices: next }), chosen: chosenOf(next, strategies, null), force });
    setAttempt((before) => before + 1);
    void setState({ run: true, setup: false, edit: null, s: [...next], request: position + 1, at: null });
  });
  const start = useLatest(() => choices.length > 0 && runWith(choices));
  const place = { session, force };
  const tryAll = useTryAll({ place, strategies, wish, onBest: runWith });
  return { body, run, attempt, start, tryAll };
}

/** The body sent to the API, its strategies in column order, and its switch for running them without a trigger. */
type Run = { readonly body: string; readonly chosen: readonly Chosen[]; readonly force: boolean };

/** The run of the displayed answer. The choice may have changed since, and the next run may already be in progress. */
function useRan(run: Run | null, key: string | null): Run | null {
  const [shown, setShown] = useState<Run | null>(null);
  const isOfRun = run !== null && run.body === key;
  useEffect(() => {
    if (isOfRun) setShown(run);
  }, [isOfRun, run]);
  if (isOfRun) return run;
  return shown?.body === key ? shown : null;
}

function noteOf({ isRunning, ms, data }: ReturnType<typeof useComparison>, isStale: boolean, say: Say): string | null {
  if (isRunning) return say("running…");
  if (isStale) return say("changed since this run");
  return data && ms !== null
    ? say("computed in {ms}", { ms: ms < 1000 ? say("{ms} ms", { ms }) : `${(ms / 1000).toFixed(1)} s` })
    : null;
}
