"use client";
import { memo, useMemo } from "react";
import type { Chosen } from "@/components/compare/shared/compare-types";
import { SaveRun } from "@/components/runs/save-run";
import { useSay } from "@/components/words/words-provider";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import { accountText, toJudgeRows } from "@/lib/view-models/compare/judge-view";
import type { SessionRequest } from "@/lib/view-models/compare/session-request";
import { toRecipe } from "@/lib/view-models/compare/strategy-choice";
import { DimensionBars } from "./dimension-bars";
import { JudgeControls } from "./judge-controls";
import { JudgeQuestions } from "./judge-questions";
import { useJudge, useJudgeSettings } from "./use-judge";

type Props = {
  session: SessionRequest;
  force: boolean;
  chosen: readonly Chosen[];
  results: CompareAnswer["results"];
};

/** Shows the six dimensions as proxies and, if the operator set up a judge, its scores beside them once it was asked. */
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
            ? say("0 to 5: the mean and the spread of the judge's grades; beside them, what rules computed")
            : say("0 to 5, computed by rules; no model was asked")}
        </span>
        {settings ? <JudgeControls state={state} model={settings.model} {...actions} /> : null}
      </div>
      <DimensionBars rows={rows} columns={columns.map(({ entry }) => entry)} isJudged={judge !== null} />
      {judge ? (
        <>
          <p className="mt-2 text-micro text-tx3">
            {[accountText(judge, say), ...(judge.message ? [say.known(judge.message)] : [])].join(say("; "))}
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
