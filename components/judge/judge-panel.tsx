"use client";
import { Gavel, Square } from "lucide-react";
import { memo, useMemo } from "react";
import type { Chosen } from "@/components/compare/shared/compare-types";
import { StrategyMark, seriesColor } from "@/components/compare/shared/strategy-mark";
import { SaveRun } from "@/components/runs/save-run";
import { Button } from "@/components/ui/button";
import { useSay } from "@/components/words/words-provider";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import type { JudgedQuestionAnswer } from "@/lib/api/schemas/judge";
import {
  accountText,
  type JudgeCell,
  type JudgeRow,
  planText,
  toJudgeRows,
} from "@/lib/view-models/compare/judge-view";
import type { SessionRequest } from "@/lib/view-models/compare/session-request";
import { toRecipe } from "@/lib/view-models/compare/strategy-choice";
import { formatShare, NOT_APPLICABLE_TEXT } from "@/lib/wording/number-format";
import { problemText } from "@/lib/wording/problem-text";
import type { Say } from "@/lib/wording/say";
import { type JudgeState, useJudge, useJudgeSettings } from "./use-judge";

type Props = {
  session: SessionRequest;
  force: boolean;
  chosen: readonly Chosen[];
  results: CompareAnswer["results"];
};

/** The six dimensions as proxies and, if the operator set up a judge, its scores next to them once the reader asks. */
export const JudgePanel = memo(function JudgePanel({ session, force, chosen, results }: Props) {
  const say = useSay();
  const settings = useJudgeSettings();
  const columns = useMemo(
    () =>
      results.flatMap(({ status, evaluation }, index) => {
        const entry = chosen[index];
        return status === "applied" && evaluation && entry ? [{ entry, dimensions: evaluation.dimensions }] : [];
      }),
    [results, chosen],
  );
  const [first, ...others] = columns.map(({ entry }) => ({ strategy: toRecipe(entry.choice), force }));
  const body = { session, ...first, judge: { against: others } };
  const { state, ...actions } = useJudge(body);
  if (!first) return null;
  const judge = state.status === "done" ? state.judge : null;
  const rows = toJudgeRows(
    columns.map(({ dimensions }) => dimensions),
    judge,
    say,
  );
  return (
    <section aria-label={say("Six dimensions")} className="border-line2 border-b px-4 py-3 max-sm:px-3">
      <div className="mb-2 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold text-small">{say("Six dimensions")}</h2>
        <span className="text-micro text-tx3">
          {judge
            ? say("0 to 5: mean and range of the judge's grades, next to the scores computed by rules")
            : say("0 to 5, computed by rules; no model was asked")}
        </span>
        {settings ? <JudgeControls state={state} model={settings.model} {...actions} /> : null}
      </div>
      <DimensionBars rows={rows} columns={columns.map(({ entry }) => entry)} isJudged={judge !== null} />
      {judge ? (
        <>
          <p className="mt-2 text-micro text-tx3">
            {[accountText(judge, say), ...(judge.message ? [problemText({ message: judge.message }, say)] : [])].join(
              say("; "),
            )}
          </p>
          <JudgeQuestions questions={"questions" in judge ? judge.questions : []} />
          {state.status === "done" && judge.status !== "failed" ? (
            <div className="mt-2 flex">
              <SaveRun kind="evaluation" sessionId={session.id} result={state.answer} />
            </div>
          ) : null}
        </>
      ) : null}
    </section>
  );
});

/** The evidence behind the scores: each question, its correct answer, and the given answers. */
function JudgeQuestions({ questions }: { questions: readonly JudgedQuestionAnswer[] }) {
  const say = useSay();
  if (questions.length === 0) return null;
  return (
    <details className="mt-2 text-small">
      <summary className="cursor-pointer text-tx2">
        {say("{count, plural, one {# question and its answers} other {# questions and their answers}}", {
          count: questions.length,
        })}
      </summary>
      <ol className="mt-2 flex flex-col gap-3">
        {questions.map((entry) => (
          <li key={`${entry.family} ${entry.question}`} className="border-line border-t pt-2">
            <Question {...entry} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Question({ family, question, gold, weight, answers }: JudgedQuestionAnswer) {
  const say = useSay();
  const counts = weight === null ? say("no verdict") : say("weight {share}", { share: formatShare(weight) });
  return (
    <>
      <p>
        <span className="font-medium">{question}</span>
        <span className="ml-2 text-micro text-tx3">{`${say(family)}${say(", ")}${counts}`}</span>
      </p>
      <p className="mt-1 whitespace-pre-wrap break-words text-tx2">
        {say("Known: {answers}", { answers: gold.join(say("; ")) })}
      </p>
      <dl className="mt-1 flex flex-col gap-1">
        {answers.map(({ candidate, text, score }) => (
          <div key={candidate} className="grid grid-cols-[9rem_2rem_1fr] gap-2 max-sm:grid-cols-[1fr_2rem]">
            <dt className="truncate text-tx2">{candidate}</dt>
            <dd className="tabular text-right">{score?.toFixed(1) ?? NOT_APPLICABLE_TEXT}</dd>
            <dd className="whitespace-pre-wrap break-words text-tx2 max-sm:col-span-2">{text ?? say("no answer")}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type JudgeControlsProps = {
  state: JudgeState;
  model: string;
  plan: () => void;
  run: () => void;
  stop: () => void;
  forget: () => void;
};

/** The judge's controls. Nothing is sent before the reader has seen how much would go to which model. */
export function JudgeControls({ state, model, plan, run, stop, forget }: JudgeControlsProps) {
  const say = useSay();
  return (
    <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
      <span role="status" className="text-micro text-tx3">
        {noteOf(state, model, say)}
      </span>
      {state.status === "running" ? (
        <Button size="sm" onClick={stop}>
          <Square aria-hidden />
          {say("Stop")}
        </Button>
      ) : state.status === "planned" ? (
        <>
          <Button size="sm" onClick={run}>
            <Gavel aria-hidden />
            {say("Ask {model}", { model })}
          </Button>
          <Button size="sm" variant="quiet" onClick={forget}>
            {say("Do not ask")}
          </Button>
        </>
      ) : (
        <Button size="sm" onClick={plan}>
          <Gavel aria-hidden />
          {state.status === "idle" ? say("Judge") : say("Judge again")}
        </Button>
      )}
    </span>
  );
}

function noteOf(state: JudgeState, model: string, say: Say): string {
  switch (state.status) {
    case "idle":
      return "";
    case "running":
      return state.isPlan || state.progress?.stage !== "judging"
        ? say("preparing the questions…")
        : say("call {done} of {calls}…", { done: state.progress.done ?? 0, calls: state.progress.calls ?? "" });
    case "planned":
      return state.judge.plan
        ? say("will send the compressed prompts to {model}: {plan}", { model, plan: planText(state.judge.plan, say) })
        : "";
    case "failed":
      return problemText(state.failure, say);
    case "done":
      return state.judge.status === "judged" ? "" : say(state.judge.status);
    default:
      return state satisfies never;
  }
}

type DimensionBarsProps = { rows: readonly JudgeRow[]; columns: readonly Chosen[]; isJudged: boolean };

/** A block per dimension: the question to a judge, the basis of the rule's score, and a bar per strategy. */
function DimensionBars({ rows, columns, isJudged }: DimensionBarsProps) {
  return (
    <>
      <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-small">
        {columns.map(({ choice }) => (
          <li key={choice.slot} className="inline-flex items-center gap-2">
            <StrategyMark slot={choice.slot} />
            {choice.id}
          </li>
        ))}
      </ul>
      <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {rows.map((row) => (
          <Dimension key={row.id} row={row} columns={columns} isJudged={isJudged} />
        ))}
      </ul>
    </>
  );
}

function Dimension({ row, columns, isJudged }: { row: JudgeRow } & Omit<DimensionBarsProps, "rows">) {
  const say = useSay();
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <h3 className="font-semibold text-small">{row.label}</h3>
      {isJudged && row.criteria.length > 0 ? (
        <p className="text-micro text-tx2">
          {say("A judge asks whether {criteria}.", { criteria: listed(row.criteria, say) })}
        </p>
      ) : null}
      <p className="mb-1 text-micro text-tx3">{row.madeFrom}</p>
      <ul aria-label={row.label} className="mt-auto flex flex-col gap-1">
        {columns.map(({ choice }, index) => {
          const cell = row.cells[index];
          return cell ? (
            <Bar key={choice.slot} slot={choice.slot} id={choice.id} cell={cell} isJudged={isJudged} />
          ) : null;
        })}
      </ul>
    </li>
  );
}

type BarProps = { slot: number; id: string; cell: JudgeCell; isJudged: boolean };

function Bar({ slot, id, cell: { proxy, judge, spread, share }, isJudged }: BarProps) {
  const say = useSay();
  return (
    <li className="flex h-4 items-center gap-2">
      <StrategyMark slot={slot} />
      <span className="sr-only">{id}</span>
      <span aria-hidden className="data-fill relative h-2 min-w-0 flex-1 bg-s2">
        {share === null ? null : (
          <span
            className="absolute inset-y-0 left-0"
            style={{ width: `${share * 100}%`, backgroundColor: seriesColor(slot) }}
          />
        )}
      </span>
      <span className="tabular shrink-0 text-right text-small">
        {isJudged ? (
          <>
            <span className="font-semibold">{judge}</span>
            {spread === "" ? null : <span className="ml-2 text-micro text-tx3">{spread}</span>}
            <span className="ml-2 text-micro text-tx3">{say("by rules {score}", { score: proxy })}</span>
          </>
        ) : (
          <span className="inline-block w-6">{proxy}</span>
        )}
      </span>
    </li>
  );
}

/** `a, b and c`. */
const listed = (phrases: readonly string[], say: Say): string =>
  phrases.length < 2 ? phrases.join("") : `${phrases.slice(0, -1).join(say(", "))}${say(" and ")}${phrases.at(-1)}`;
