"use client";
import { memo, useMemo } from "react";
import type { Chosen } from "@/components/compare/shared/compare-types";
import { StrategyMark } from "@/components/compare/shared/strategy-mark";
import { SaveRun } from "@/components/runs/save-run";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import { accountText, type JudgeRow, toJudgeRows } from "@/lib/view-models/judge-view";
import { toRecipe } from "@/lib/view-models/strategy-choice";
import { JudgeControls } from "./judge-controls";
import { JudgeQuestions } from "./judge-questions";
import { useJudge, useJudgeSettings } from "./use-judge";

type Props = {
  sessionId: string;
  request: number;
  force: boolean;
  chosen: readonly Chosen[];
  results: CompareAnswer["results"];
};

/**
 * Shows the six dimensions as proxies and, if the operator set up a judge, its scores beside them once it was asked.
 */
export const JudgePanel = memo(function JudgePanel(props: Props) {
  const settings = useJudgeSettings();
  return settings ? <Judged {...props} model={settings.model} /> : null;
});

function Judged({ sessionId, request, force, chosen, results, model }: Props & { model: string }) {
  const columns = useMemo(
    () =>
      results.flatMap(({ status, evaluation }, index) => {
        const entry = chosen[index];
        return status === "applied" && evaluation && entry ? [{ entry, dimensions: evaluation.dimensions }] : [];
      }),
    [results, chosen],
  );
  const [first, ...others] = columns.map(({ entry }) => ({ strategy: toRecipe(entry.choice), force }));
  const body = { session: { id: sessionId, request }, ...first, judge: { against: others } };
  const { state, ...actions } = useJudge(body);
  if (!first) return null;
  const judge = state.status === "done" ? state.judge : null;
  const rows = toJudgeRows(
    columns.map(({ dimensions }) => dimensions),
    judge,
  );
  return (
    <section aria-label="Six dimensions" className="border-line2 border-b px-4 py-3 max-sm:px-3">
      <div className="mb-2 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold text-small">Six dimensions</h2>
        <span className="text-micro text-tx3">
          {judge ? "0 to 5: the judge's mean and its spread; the proxy beside it" : "0 to 5, a proxy without a model"}
        </span>
        <JudgeControls state={state} model={model} {...actions} />
      </div>
      <DimensionTable rows={rows} columns={columns.map(({ entry }) => entry)} isJudged={judge !== null} />
      {judge ? (
        <>
          <p className="mt-2 text-micro text-tx3">
            {accountText(judge)}
            {judge.message ? `; ${judge.message}` : ""}
          </p>
          <JudgeQuestions questions={"questions" in judge ? judge.questions : []} />
          {state.status === "done" && judge.status !== "failed" ? (
            <div className="mt-2 flex">
              <SaveRun kind="evaluation" sessionId={sessionId} result={state.answer} />
            </div>
          ) : null}
        </>
      ) : null}
    </section>
  );
}

type TableProps = { rows: readonly JudgeRow[]; columns: readonly Chosen[]; isJudged: boolean };

function DimensionTable({ rows, columns, isJudged }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
    <section tabIndex={0} aria-label="Six dimensions, table" className="overflow-x-auto">
      <Table>
        <TableHead>
          <tr>
            <HeadCell>Dimension</HeadCell>
            {columns.map(({ choice }) => (
              <HeadCell key={choice.id} isNumeric>
                <span className="inline-flex items-center gap-2">
                  <StrategyMark slot={choice.slot} />
                  {choice.id}
                </span>
              </HeadCell>
            ))}
          </tr>
        </TableHead>
        <tbody>
          {rows.map(({ id, label, cells }) => (
            <TableRow key={id}>
              <th scope="row" className="h-[26px] whitespace-nowrap px-2 text-left font-normal text-tx2">
                {label}
              </th>
              {cells.map(({ proxy, judge, spread }, index) => (
                <Cell key={columns[index]?.choice.id} isNumeric className="h-[26px]">
                  {isJudged ? (
                    <>
                      <span className="font-semibold">{judge}</span>
                      {spread === "" ? null : <span className="ml-2 text-micro text-tx3">{spread}</span>}
                      <span className="ml-2 text-micro text-tx3">{`proxy ${proxy}`}</span>
                    </>
                  ) : (
                    proxy
                  )}
                </Cell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
