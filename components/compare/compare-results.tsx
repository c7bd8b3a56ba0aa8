"use client";
import { TriangleAlert } from "lucide-react";
import { type ComponentProps, memo, useMemo, useState } from "react";
import { JudgePanel } from "@/components/judge/judge-panel";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
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
import type { CompareState, SetCompareState } from "./shared/use-compare-state";
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
  state: Pick<CompareState, "force" | "diff" | "rows" | "row" | "cell" | "goal" | "price" | "idle"> & {
    readonly horizon: number;
  };
  setState: SetCompareState;
  lossPrice: OwnLossPrice | null;
};

/** Whether needed facts are reliable here, shown before the table that uses them. */
const MeasureNote = ({ isContradicted, sentence }: MeasureAgreement) => (
  <p
    role="note"
    className={cn(
      "flex items-start gap-2 border-line border-b px-4 py-1.5 text-small max-sm:px-3",
      isContradicted ? "text-tx" : "text-tx2",
    )}
  >
    {isContradicted ? <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" /> : null}
    {sentence}
  </p>
);

/** The run's request, which the reader may have left since. */
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
  const agreement = useMemo(() => toMeasureAgreement(data), [data]);
  const [open, setOpen] = useState<OpenCell | null>(null);
  const say = useSay();
  const isByModel = (data.model_calls?.length ?? 0) > 0;
  const { recommendation, matrix } = useWeighed(props, isByModel);
  const column = props.column ?? recommendation.result ?? firstChanged(data);
  const session = useRanRequest(props);
  const set = useSetters(setState, chosen, setOpen);
  return (
    <>
      <RecommendationStrip
        recommendation={recommendation}
        wish={state}
        own={props.lossPrice}
        onWish={(wish) => void setState(wish)}
      />
      {agreement ? (
        <MeasureNote isContradicted={agreement.isContradicted} sentence={say.known(agreement.sentence)} />
      ) : null}
      <ChangedMatrix {...props} {...{ column, matrix, isByModel, set }} recommended={recommendation.result} />
      {chosen.some(({ info }) => info.model !== "none") ? <SummaryCalls calls={data.model_calls} /> : null}
      <ProbesPanel results={data.results} chosen={chosen} />
      <LossPanels data={data} chosen={chosen} column={column} />
      <JudgePanel session={session} force={state.force} chosen={chosen} results={data.results} />
      <PublishedTable results={data.results} chosen={chosen} strategies={props.strategies} />
      <TakeAway session={session} force={state.force} data={data} chosen={chosen} column={column} />
      <ComparedTranscript {...props} column={column} rows={rows} status={status} set={set} />
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

/** The verdict, and the table to check it in: both use the same price and number of future requests. */
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

/** The initial column if none is recommended: columns of strategies that changed nothing are hidden. */
const firstChanged = ({ results }: CompareAnswer): number =>
  Math.max(
    0,
    results.findIndex(({ status }) => status !== "noop"),
  );

type MatrixProps = ResultsProps & {
  column: number;
  /** Index of the recommended result; null: none. */
  recommended: number | null;
  matrix: ReturnType<typeof toMatrix>;
  isByModel: boolean;
  set: ReturnType<typeof useSetters>;
};

/** The table, without columns of strategies that changed nothing until the reader asks for them. */
function ChangedMatrix({ chosen, data, column, recommended, state, setState, matrix, isByModel, set }: MatrixProps) {
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
      {hidden > 0 && changed.length > 0 ? (
        <p className="flex items-center gap-2 px-4 py-1.5 text-small text-tx2 max-sm:px-3">
          {say("{hidden} of {count} changed nothing here", { hidden, count: data.results.length })}
          <Button size="sm" aria-expanded={state.idle} onClick={() => void setState({ idle: !state.idle })}>
            {state.idle ? say("Hide them") : say("Show them")}
          </Button>
        </p>
      ) : null}
      <ColumnSwitch chosen={columns} column={at} onColumn={onColumn} />
      <Matrix
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

/** Id of the element that holds the aligned transcript. */
const TRANSCRIPT = "compared-transcript";

/** Stable callbacks, so that a change in one section does not re-render the others. */
function useSetters(setState: SetCompareState, chosen: readonly Chosen[], setOpen: (open: OpenCell | null) => void) {
  return useMemo(
    () => ({
      column: (col: number) => void setState({ col }),
      rows: (rows: "all" | "changes") => void setState({ rows }),
      row: (row: number) => void setState({ row }),
      cell: (row: string, slot: number) => void setState({ cell: cellText({ row, slot }) }),
      cellText: (cell: string | null) => void setState({ cell }),
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
