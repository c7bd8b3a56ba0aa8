"use client";
import { TriangleAlert } from "lucide-react";
import { type ComponentProps, memo, useMemo, useState } from "react";
import { JudgePanel } from "@/components/judge/judge-panel";
import { Button } from "@/components/ui/button";
import { Fold } from "@/components/ui/fold";
import { useSay } from "@/components/words/words-provider";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { alignTranscript } from "@/lib/view-models/compare/aligned-transcript";
import { toMatrix } from "@/lib/view-models/compare/comparison-matrix";
import { type MeasureAgreement, toMeasureAgreement } from "@/lib/view-models/compare/measure-agreement";
import type { OwnLossPrice } from "@/lib/view-models/compare/own-loss-price";
import { toRecommendation } from "@/lib/view-models/compare/recommendation";
import type { SessionRequest } from "@/lib/view-models/compare/session-request";
import { isSummaryByRule } from "@/lib/view-models/compare/strategy-choice";
import type { DiffPair } from "@/lib/view-models/compare/strategy-diff";
import { StrategyDiff } from "./diff/strategy-diff";
import { CellEvidenceDialog } from "./results/cell-evidence-dialog";
import { cellText } from "./results/cell-place";
import { ColumnSwitch } from "./results/column-switch";
import { LossPanels } from "./results/loss-panels";
import { Matrix } from "./results/matrix";
import { ProbesPanel } from "./results/probes-panel";
import { PublishedTable } from "./results/published-table";
import { RecommendationStrip } from "./results/recommendation-strip";
import { SummaryCalls } from "./results/summary-calls";
import { TakeAway } from "./results/take-away";
import type { Chosen, OpenCell } from "./shared/compare-types";
import { type CompareState, FOLDS, type FoldName, type SetCompareState } from "./shared/use-compare-state";
import { useContextParts } from "./shared/use-context-parts";
import { CellDialogs } from "./side-by-side/cell-dialogs";
import { SideBySide } from "./side-by-side/side-by-side";

type ResultsProps = {
  id: string;
  agent: string;
  session: SessionRequest;
  chosen: readonly Chosen[];
  data: CompareAnswer;
  strategies: readonly StrategyAnswer[];
  /** The column chosen by the reader; null: none yet. */
  column: number | null;
  /** The part of the URL state used by these sections, so that other changes do not re-render them. */
  state: Pick<CompareState, "force" | "diff" | "rows" | "row" | "cell" | "goal" | "price" | "idle" | "open"> & {
    readonly horizon: number;
  };
  setState: SetCompareState;
  lossPrice: OwnLossPrice | null;
};

/** A warning that other measures contradict the figures for needed facts, shown before the table that uses them. */
const Contradiction = ({ sentence }: Pick<MeasureAgreement, "sentence">) => (
  <p role="note" className="flex items-start gap-2 border-line border-b px-4 py-1.5 text-small max-sm:px-3">
    <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
    {sentence}
  </p>
);

/** The run's request; the reader may have moved on since. */
function useRanRequest({ id, session, data: { original } }: ResultsProps): SessionRequest {
  const agent = original.agent ?? session.agent;
  const number = original.number ?? session.number;
  return useMemo(() => ({ id, agent, number }), [id, agent, number]);
}

/** A finished run: matrix, export, lost facts, and the transcripts side by side. */
export const Results = memo(function Results(props: ResultsProps) {
  const { id, agent, chosen, data, state, setState } = props;
  const ids = useMemo(() => (data.results[0]?.provenance ?? []).map((entry) => entry.part_id), [data]);
  const { parts, status } = useContextParts(id, agent, ids);
  const rows = useMemo(() => alignTranscript(data, parts), [data, parts]);
  const [open, setOpen] = useState<OpenCell | null>(null);
  const say = useSay();
  const agreement = useMemo(() => toMeasureAgreement(data, say), [data, say]);
  const isByModel = (data.model_calls?.length ?? 0) > 0;
  const { recommendation, matrix } = useWeighed(props, isByModel);
  const column = props.column ?? recommendation.result ?? firstChanged(data);
  const session = useRanRequest(props);
  const set = useSetters(setState, chosen, setOpen);
  return (
    <>
      <RecommendationStrip
        id={id}
        recommendation={recommendation}
        wish={state}
        own={props.lossPrice}
        onWish={(wish) => void setState(wish)}
      />
      {agreement?.isContradicted ? <Contradiction sentence={agreement.sentence} /> : null}
      <ChangedMatrix
        {...props}
        {...{ column, isByModel, set }}
        matrix={decidingRows(matrix)}
        recommended={recommendation.result}
      />
      {chosen.some(({ info }) => info.model !== "none") ? <SummaryCalls calls={data.model_calls} /> : null}
      <Folds
        {...props}
        {...{ column, matrix, isByModel, set, session, rows, status }}
        recommended={recommendation.result}
      />
      <CellEvidenceDialog
        cell={state.cell}
        data={data}
        matrix={matrix}
        chosen={chosen}
        wish={state}
        onCell={set.cellText}
        onPart={set.part}
      />
      <CellDialogs
        open={open}
        session={session}
        chosen={chosen}
        rows={rows}
        model={data.model_calls?.[0]?.model ?? null}
        onClose={set.close}
      />
    </>
  );
});

type FoldsProps = MatrixProps & Pick<ComponentProps<typeof SideBySide>, "rows" | "status">;

/** The sections below the deciding rows, closed until the reader or a link opens them. */
function Folds(props: FoldsProps) {
  const say = useSay();
  const { session, chosen, data, strategies, column, state, set } = props;
  const { other, open } = foldsOf(props);
  const fold = (name: FoldName) => ({ isOpen: open.has(name), onToggle: () => set.fold(name, open) });
  return (
    <>
      <Fold title={say("All measures")} note={say("{count} more rows", { count: other.length })} {...fold("measures")}>
        <ChangedMatrix {...props} matrix={other} label={say("Other measures")} />
        <PublishedTable results={data.results} chosen={chosen} strategies={strategies} />
      </Fold>
      <Fold title={say("What is lost")} note={say("facts, questions, saved versus kept")} {...fold("lost")}>
        <ProbesPanel results={data.results} chosen={chosen} />
        <LossPanels data={data} chosen={chosen} column={column} />
      </Fold>
      <Fold title={say("Side by side")} note={say("every part, and what happened to it")} {...fold("side")}>
        <ComparedTranscript {...props} />
      </Fold>
      <Fold title={say("Use it")} note={say("copy the result, a report, a judge's opinion")} {...fold("more")}>
        <TakeAway session={session} force={state.force} data={data} chosen={chosen} column={column} />
        <JudgePanel session={session} force={state.force} chosen={chosen} results={data.results} />
      </Fold>
    </>
  );
}

/** The rows that do not decide, and the open sections; a link to a row or to a difference opens its section. */
function foldsOf({ matrix, state }: Pick<MatrixProps, "matrix" | "state">) {
  const open = new Set<FoldName>(state.open);
  if (state.diff !== null || state.row !== null || state.rows !== null) open.add("side");
  return { other: matrix.filter(({ id }) => !DECIDING.includes(id)), open };
}

/** Size, money, what is forgotten, what is changed, and whether a provider accepts the result. */
const DECIDING: readonly string[] = ["tokens", "net-paid", "recall", "regrets", "messages", "validity"];

const decidingRows = (matrix: ReturnType<typeof toMatrix>) =>
  DECIDING.flatMap((wanted) => matrix.find(({ id }) => id === wanted) ?? []);

/** The verdict, and the table for checking it. Both use the same price and number of future requests. */
function useWeighed({ data, chosen, state }: ResultsProps, isByModel: boolean) {
  const say = useSay();
  const { goal, price, horizon } = state;
  return useMemo(() => {
    const isByRule = chosen.map(({ info }) => isSummaryByRule(info, isByModel));
    return {
      recommendation: toRecommendation(data, { goal, price, horizon, isByRule }, say),
      matrix: toMatrix(data, { price, horizon, isByRule }),
    };
  }, [data, chosen, goal, price, horizon, isByModel, say]);
}

/**
 * The initial column if none is recommended. Columns of strategies that changed nothing are hidden, so they
 * are skipped.
 */
const firstChanged = ({ results }: CompareAnswer): number =>
  Math.max(
    0,
    results.findIndex(({ status }) => status !== "noop"),
  );

type MatrixProps = ResultsProps & {
  /** The table's label, if it is not the first one. */
  label?: string;
  column: number;
  /** Index of the recommended result; null: none. */
  recommended: number | null;
  matrix: ReturnType<typeof toMatrix>;
  isByModel: boolean;
  set: ReturnType<typeof useSetters>;
};

/** The table, without columns of strategies that changed nothing until the reader asks for them. */
function ChangedMatrix({
  chosen,
  data,
  column,
  recommended,
  state,
  setState,
  matrix,
  isByModel,
  set,
  label,
}: MatrixProps) {
  const say = useSay();
  const changed = data.results.flatMap(({ status }, index) => (status === "noop" ? [] : [index]));
  const hidden = data.results.length - changed.length;
  const isWhole = state.idle || changed.length === 0;
  const shown = isWhole ? data.results.map((_, index) => index) : changed;
  const columns = shown.flatMap((index) => chosen[index] ?? []);
  const rows = matrix.map((row) => ({ ...row, cells: shown.flatMap((index) => row.cells[index] ?? []) }));
  const at = Math.max(0, shown.indexOf(column));
  const onColumn = (next: number) => set.column(shown[next] ?? 0);
  return (
    <>
      {hidden > 0 && changed.length > 0 && label === undefined ? (
        <p className="flex items-center gap-2 px-4 py-1.5 text-small text-tx2 max-sm:px-3">
          {say("{hidden} of {count} changed nothing here", { hidden, count: data.results.length })}
          <Button size="sm" aria-expanded={state.idle} onClick={() => void setState({ idle: !state.idle })}>
            {state.idle ? say("Hide them") : say("Show them")}
          </Button>
        </p>
      ) : null}
      {label === undefined ? <ColumnSwitch chosen={columns} column={at} onColumn={onColumn} /> : null}
      <Matrix
        label={label ?? say("Comparison")}
        rows={rows}
        chosen={columns}
        column={at}
        recommended={recommended === null ? null : shown.indexOf(recommended)}
        onColumn={onColumn}
        isByModel={isByModel}
        onCell={set.cell}
      />
    </>
  );
}

type TranscriptProps = Pick<ResultsProps, "id" | "chosen" | "data" | "state"> &
  Pick<ComponentProps<typeof SideBySide>, "rows" | "status" | "column"> & { set: ReturnType<typeof useSetters> };

/** The transcripts of all strategies side by side, or the difference between two of them. */
function ComparedTranscript({ id, chosen, data, column, state, rows, status, set }: TranscriptProps) {
  return (
    <div id={TRANSCRIPT}>
      {state.diff && chosen.length > 1 ? (
        <StrategyDiff
          sessionId={id}
          rows={rows}
          results={data.results}
          chosen={chosen}
          pair={state.diff}
          onPair={set.diff}
          view={state.rows ?? "changes"}
          onView={set.rows}
          status={status}
        />
      ) : (
        <SideBySide
          rows={rows}
          results={data.results}
          chosen={chosen}
          column={column}
          view={state.rows ?? "all"}
          onView={set.rows}
          row={state.row}
          onRow={set.row}
          onOpen={set.open}
          onDiff={chosen.length > 1 ? set.firstDiff : null}
          status={status}
        />
      )}
    </div>
  );
}

/** Id of the element with the aligned transcript. */
const TRANSCRIPT = "compared-transcript";

/** Also clears the link's place in the transcript, which would otherwise reopen the section. */
const CLOSED_SIDE = { diff: null, row: null, rows: null } as const;

/** Stable callbacks, so that a change in one section does not re-render the others. */
function useSetters(setState: SetCompareState, chosen: readonly Chosen[], setOpen: (open: OpenCell | null) => void) {
  return useMemo(
    () => ({
      column: (col: number) => void setState({ col }),
      rows: (rows: "all" | "changes") => void setState({ rows }),
      row: (row: number) => void setState({ row }),
      cell: (row: string, slot: number) => void setState({ cell: cellText({ row, slot }) }),
      cellText: (cell: string | null) => void setState({ cell }),
      fold: (name: FoldName, open: ReadonlySet<FoldName>) =>
        void setState(
          open.has(name)
            ? { open: FOLDS.filter((other) => other !== name && open.has(other)), ...(name === "side" && CLOSED_SIDE) }
            : { open: FOLDS.filter((other) => other === name || open.has(other)) },
        ),
      part: (row: number) => {
        void setState({ cell: null, diff: null, rows: null, row });
        requestAnimationFrame(() => document.getElementById(TRANSCRIPT)?.scrollIntoView());
      },
      diff: (diff: DiffPair | null) => void setState({ diff, rows: null }),
      firstDiff: () =>
        void setState({ diff: [chosen[0]?.choice.slot ?? 1, chosen[1]?.choice.slot ?? 2], rows: null, row: null }),
      open: (row: OpenCell["row"], strategy: number) => setOpen({ row, strategy }),
      close: () => setOpen(null),
    }),
    [setState, chosen, setOpen],
  );
}
