"use client";
import { useEffect, useState } from "react";
import type { ApiFailure } from "@/components/api/call-api";
import { callApi } from "@/components/api/call-api";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { loadLater } from "@/components/ui/load-later";
import { LoadingLine } from "@/components/ui/loading-line";
import { ProvenanceShape } from "@/components/ui/provenance-mark";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { ModelCandidatesAnswer } from "@/lib/api/schemas/model-statement";
import type { SessionSummary } from "@/lib/api/schemas/session";
import { nameClient } from "@/lib/read-models/library-item";
import {
  type CandidateRow,
  type ScopeChoice,
  scopeChoices,
  toCandidateRows,
} from "@/lib/view-models/session/candidate-table";
import { problemText } from "@/lib/wording/problem-text";
import { AskModel } from "./ask-model";
import { useStatement } from "./use-statement";

/** Loaded when a name, a window or several models are to be entered. */
const ModelDialog = loadLater(() => import("./model-dialog").then((module) => module.ModelDialog));
const SeveralModels = loadLater(() => import("./several-models").then((module) => module.SeveralModels));

/** Models that the log may have used; the reader picks one, or leaves it unknown. */
export function CandidateTable({ summary }: { summary: SessionSummary }) {
  const say = useSay();
  const { answer, failure, ask } = useCandidates(summary.id);
  if (failure !== null) return <p className="px-4 pb-3 text-bad text-small">{problemText(failure, say)}</p>;
  if (answer === null) return <LoadingLine>{say("Trying the models that fit this log…")}</LoadingLine>;
  return <Choice key={answer.candidates[0]?.model} summary={summary} answer={answer} onAsk={ask} />;
}

type ChoiceProps = { summary: SessionSummary; answer: ModelCandidatesAnswer; onAsk: (name: string) => void };

function Choice({ summary, answer, onAsk }: ChoiceProps) {
  const say = useSay();
  const rows = toCandidateRows(answer, say);
  const scopes = scopeChoices(answer, nameClient(summary.client ?? summary.format), say);
  const [model, setModel] = useState(hasEvidence(answer) ? (rows[0]?.model ?? null) : null);
  const [chosen, setScope] = useState<ScopeChoice["value"]>(answer.others_in_file > 0 ? "file" : "session");
  const [isTyping, setTyping] = useState(false);
  const [isSeveral, setSeveral] = useState(false);
  const { isBusy, said, state } = useStatement(summary.id);
  return (
    <>
      <Table className="max-sm:block">
        <TableHead className="max-sm:hidden">
          <tr>
            <HeadCell className="w-9 pl-4">
              <span className="sr-only">{say("chosen")}</span>
            </HeadCell>
            <HeadCell>{say("model")}</HeadCell>
            <HeadCell isNumeric>{say("window")}</HeadCell>
            <HeadCell isNumeric>{say("input · cached · output per M")}</HeadCell>
            <HeadCell className="pl-6">{say("cache rule")}</HeadCell>
            <HeadCell isNumeric className="pr-4">
              <span className="inline-flex items-center gap-1.5">
                <ProvenanceShape basis="simulated" />
                {say("this session")}
              </span>
            </HeadCell>
          </tr>
        </TableHead>
        <tbody className="max-sm:block">
          {rows.map((row) => (
            <CandidateLine key={row.model} row={row} isChosen={row.model === model} onChoose={setModel} />
          ))}
        </tbody>
      </Table>
      <div className="flex flex-wrap items-center gap-2 border-line2 border-t px-4 py-2 max-sm:px-3">
        {model === null ? null : (
          <Button
            variant="primary"
            disabled={isBusy}
            onClick={() => state({ model, window: summary.stated?.window ?? null, scope: chosen })}
          >
            {say("It was {model}", { model })}
          </Button>
        )}
        <AskModel onAsk={onAsk} />
        <Button onClick={() => setTyping(true)}>{say("Name or window by hand")}</Button>
        {summary.counts.responses > 1 ? (
          <Button onClick={() => setSeveral(true)}>{say("Several models: set by request")}</Button>
        ) : null}
        <Button disabled={isBusy} onClick={() => state({ unknown: true, scope: chosen })}>
          {say("Leave it unknown")}
        </Button>
        <div className="ml-auto flex items-center gap-2 max-sm:ml-0">
          {scopes.length > 1 ? (
            <SegmentedControl
              label={say("Applies to")}
              value={chosen}
              onValueChange={setScope}
              segments={scopes}
              className="max-sm:h-auto max-sm:flex-wrap"
            />
          ) : null}
        </div>
        <span role="status" className="text-small text-tx2">
          {said}
        </span>
      </div>
      {isSeveral ? <SeveralModels summary={summary} first={model ?? ""} onClose={() => setSeveral(false)} /> : null}
      {isTyping ? <ModelDialog summary={summary} onClose={() => setTyping(false)} /> : null}
    </>
  );
}

/** Whether there is evidence for the first candidate; otherwise none is preselected. */
const hasEvidence = ({ candidates: [first] }: ModelCandidatesAnswer) =>
  first !== undefined && first.reason !== "listed" && first.reason !== "date";

type LineProps = { row: CandidateRow; isChosen: boolean; onChoose: (model: string) => void };

/** A radio button as a table row; a click anywhere in the row chooses it. */
function CandidateLine({ row, isChosen, onChoose }: LineProps) {
  const say = useSay();
  const figures = [row.window, row.prices, row.rule];
  return (
    <TableRow
      onClick={() => onChoose(row.model)}
      className={cn(
        "cursor-default max-sm:flex max-sm:items-center max-sm:px-3 max-sm:py-1.5",
        isChosen ? "bg-accbg shadow-[inset_2px_0_var(--acc)]" : "hover:bg-s1",
      )}
    >
      <td className="w-9 pl-4 max-sm:w-7 max-sm:pl-0">
        <input
          type="radio"
          name="candidate"
          aria-label={row.model}
          checked={isChosen}
          onChange={() => onChoose(row.model)}
          className="touch-target size-3.5 align-middle accent-(--acc)"
        />
      </td>
      <th scope="row" className="px-2 py-1.5 font-medium max-sm:min-w-0 max-sm:flex-1 max-sm:py-0">
        {row.model} <span className="ml-1.5 font-normal text-micro text-tx3 max-sm:ml-0 max-sm:block">{row.note}</span>
        <span className="tabular block font-normal text-micro text-tx3 sm:hidden">{figures.join(" · ")}</span>
      </th>
      <td className="tabular px-2 text-right max-sm:hidden">{row.window}</td>
      <td className="tabular whitespace-nowrap px-2 text-right text-tx2 max-sm:hidden">{row.prices}</td>
      <td className="px-2 pl-6 text-tx2 max-sm:hidden" title={row.ruleSummary ?? undefined}>
        {row.rule}
      </td>
      <td className="tabular whitespace-nowrap px-2 pr-4 text-right font-semibold max-sm:pr-0">
        <span className="sr-only">{say("simulated")} </span>
        {row.cost}
      </td>
    </TableRow>
  );
}

type State = { readonly answer: ModelCandidatesAnswer | null; readonly failure: ApiFailure | null };

/** The models that a log may have used; `ask` adds one by name. The table stays while another one loads. */
function useCandidates(id: string): State & { ask: (name: string) => void } {
  const [asked, setAsked] = useState<string | null>(null);
  const [state, setState] = useState<State>({ answer: null, failure: null });
  useEffect(() => {
    const stop = new AbortController();
    const query = asked === null ? {} : { ask: asked };
    void callApi("GET /api/sessions/{id}/model", { path: { id }, query, signal: stop.signal }).then((called) => {
      if (called.ok) setState({ answer: called.value, failure: null });
      else if (called.failure.code === "unknown-model") return;
      else if (called.failure.code !== "cancelled") setState({ answer: null, failure: called.failure });
    });
    return () => stop.abort();
  }, [id, asked]);
  return { ...state, ask: setAsked };
}
