"use client";
import { useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { cn } from "@/components/ui/cn";
import { LoadingLine } from "@/components/ui/loading-line";
import { ProvenanceMark } from "@/components/ui/provenance-mark";
import { useSay } from "@/components/words/words-provider";
import type { CompactionAnswer } from "@/lib/api/schemas/compaction";
import {
  costSentence,
  neededFigures,
  rereadSentence,
  type SurvivalRow,
  survivalRows,
} from "@/lib/view-models/session/replay-compaction";
import { CompactionLostFacts } from "./compaction-lost-facts";

type Props = { sessionId: string; agent: string; index: number };

/** Shows what a compaction removed and which of it the agent needed later; measured when the panel is opened. */
export function CompactionLoss({ sessionId, agent, index }: Props) {
  const say = useSay();
  const state = useCompactionLoss(sessionId, agent, index, true);
  if (state.status === "loading") return <LoadingLine>{say("Measuring what was lost…")}</LoadingLine>;
  if (state.status === "failed") return <p className="py-3 text-small text-tx2">{say.known(state.message)}</p>;
  return <LossPanel data={state.data} />;
}

function LossPanel({ data }: { data: CompactionAnswer }) {
  const say = useSay();
  const cost = costSentence(data, say);
  return (
    <div className="-mx-3 border-line border-t">
      <div className="grid divide-line md:grid-cols-2 md:divide-x">
        <Survival data={data} />
        <section aria-label={say("Of what was needed")} className="min-w-0 px-3 py-3">
          <h3 className="mb-2 font-semibold text-small">{say("Of what was needed")}</h3>
          <Needed data={data} />
          <p className="mt-3 text-small text-tx2">{rereadSentence(data, say)}</p>
          {cost === null ? null : <p className="mt-1 text-small text-tx2">{cost}</p>}
        </section>
      </div>
      {data.missed.length > 0 ? <CompactionLostFacts data={data} /> : null}
    </div>
  );
}

function Needed({ data }: { data: CompactionAnswer }) {
  const say = useSay();
  const figures = neededFigures(data, say);
  if (figures.length === 0)
    return (
      <p className="text-small text-tx2">
        {say("Nothing that the prompt held was needed after it, so the log cannot tell.")}
      </p>
    );
  return (
    <dl className="tabular grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4 md:grid-cols-2 xl:grid-cols-4">
      {figures.map(({ value, label }, index) => (
        <div key={label} className="flex flex-col whitespace-nowrap">
          <dd className="order-1 font-semibold text-figure">{value}</dd>
          <dt className="order-2 flex items-center gap-1.5 text-micro text-tx3">
            {index === 0 ? (
              <ProvenanceMark basis="estimated" detail={say("Facts are recognised by their form, not by a model.")} />
            ) : null}
            {label}
          </dt>
        </div>
      ))}
    </dl>
  );
}

function Survival({ data }: { data: CompactionAnswer }) {
  const say = useSay();
  const { facts, sum, statements } = survivalRows(data, say);
  return (
    <section aria-label={say("Survival by kind")} className="min-w-0 px-3 py-3 max-md:border-line max-md:border-b">
      <table className="tabular w-full text-small">
        <caption className="mb-1 text-left font-semibold text-small">{say("Survival by kind")}</caption>
        <thead className="text-left text-micro text-tx3">
          <tr>
            <th scope="col" className="font-medium">
              {say("kind")}
            </th>
            <th scope="col">
              <span className="sr-only">{say("share kept")}</span>
            </th>
            <th scope="col" className="text-right font-medium">
              {say("kept")}
            </th>
            <th scope="col" className="text-right font-medium">
              {say("of all")}
            </th>
            <th scope="col" className="text-right font-medium">
              %
            </th>
          </tr>
        </thead>
        <tbody>
          {facts.map((row) => (
            <SurvivalLine key={row.label} row={row} />
          ))}
          {sum ? <SurvivalLine row={sum} isSum /> : null}
          {statements.map((row) => (
            <SurvivalLine key={row.label} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SurvivalLine({ row, isSum = false }: { row: SurvivalRow; isSum?: boolean }) {
  const say = useSay();
  return (
    <tr className={cn("h-5", isSum && "border-line2 border-t font-semibold")}>
      <th scope="row" className={cn("text-left", isSum ? "font-semibold" : "font-normal")}>
        {say.known(row.label)}
      </th>
      <td className="w-26">
        {isSum ? null : (
          <span aria-hidden className="block h-1.5 w-24 bg-s3">
            <span className="data-fill block h-full bg-tx2" style={{ width: `${row.share * 100}%` }} />
          </span>
        )}
      </td>
      <td className="text-right">{row.kept}</td>
      <td className="text-right text-tx2">{say("of {count}", { count: row.of })}</td>
      <td className={cn("text-right", row.isZero && "text-bad")}>{row.percent}</td>
    </tr>
  );
}

type CompactionLossState =
  | { readonly status: "loading" }
  | { readonly status: "done"; readonly data: CompactionAnswer }
  | { readonly status: "failed"; readonly message: string };

/** Answers by URL. A card that scrolls out of the virtual list and back must not ask the server again. */
const answers = new Map<string, CompactionLossState>();
const MAX_KEPT = 50;

/** Measures a compaction once `isWanted` is true. `index` counts the agent's compactions from 0. */
function useCompactionLoss(sessionId: string, agent: string, index: number, isWanted: boolean) {
  const key = JSON.stringify([sessionId, agent, index]);
  const [state, setState] = useState<CompactionLossState>({ status: "loading" });
  useEffect(() => {
    if (!isWanted) return;
    const known = answers.get(key);
    setState(known ?? { status: "loading" });
    if (known) return;
    const controller = new AbortController();
    void load({ id: sessionId, index: String(index) }, agent, controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      if (answer.status === "done" && answers.size < MAX_KEPT) answers.set(key, answer);
      setState(answer);
    });
    return () => controller.abort();
  }, [key, sessionId, agent, index, isWanted]);
  return state;
}

async function load(
  path: { readonly id: string; readonly index: string },
  agent: string,
  signal: AbortSignal,
): Promise<CompactionLossState> {
  const called = await callApi("GET /api/sessions/{id}/compactions/{index}", { path, query: { agent }, signal });
  return called.ok ? { status: "done", data: called.value } : { status: "failed", message: called.failure.message };
}
