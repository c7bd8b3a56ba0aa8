"use client";
import { useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { cn } from "@/components/ui/cn";
import { KIND_LABEL, type Kind } from "@/components/ui/content-kinds";
import { LoadingLine } from "@/components/ui/loading-line";
import { MoreRows } from "@/components/ui/more-rows";
import { ProvenanceMark } from "@/components/ui/provenance-mark";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Swatch } from "@/components/ui/swatch";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { CompactionAnswer } from "@/lib/api/schemas/compaction";
import {
  costSentence,
  type MissedOrder,
  type MissedRow,
  missedRows,
  neededFigures,
  rereadSentence,
  type SurvivalRow,
  survivalRows,
} from "@/lib/view-models/session/replay-compaction";
import { formatRequest } from "@/lib/wording/number-format";

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

const FIRST_SHOWN = 8;

/**
 * Lists the facts that the agent wrote after the compaction had removed them: their source, first use, and whether they
 * were shown again before.
 */
function CompactionLostFacts({ data }: { data: CompactionAnswer }) {
  const say = useSay();
  const [order, setOrder] = useState<MissedOrder>("use");
  const [isWhole, setWhole] = useState(false);
  const rows = missedRows(data, order);
  const shown = isWhole ? rows : rows.slice(0, FIRST_SHOWN);
  const { gone } = data.used_later;
  return (
    <section aria-label={say("Lost facts")} className="border-line border-t px-3 py-2">
      <div className="mb-1 flex min-h-6 flex-wrap items-center gap-x-2">
        <h3 className="font-semibold text-small">{say("Lost facts")}</h3>
        <span className="text-micro text-tx3">{say("needed later, gone")}</span>
        <span className="ml-auto">
          <SegmentedControl
            label={say("Order of the lost facts")}
            value={order}
            onValueChange={setOrder}
            segments={[
              { value: "use", label: say("By first use") },
              { value: "size", label: say("By size") },
            ]}
          />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={say("Lost facts, table")} className="overflow-x-auto">
        <LostFactsTable rows={shown} />
      </section>
      <MoreRows shown={shown.length} held={rows.length} total={gone} onMore={() => setWhole(true)} />
    </section>
  );
}

function LostFactsTable({ rows }: { rows: readonly MissedRow[] }) {
  const say = useSay();
  return (
    <Table>
      <TableHead>
        <tr>
          <HeadCell>{say("Kind")}</HeadCell>
          <HeadCell>{say("Fact")}</HeadCell>
          <HeadCell className="max-sm:hidden">{say("Source")}</HeadCell>
          <HeadCell isNumeric className="max-sm:hidden">
            {say("From")}
          </HeadCell>
          <HeadCell isNumeric className="max-sm:hidden">
            {say("Source tokens")}
          </HeadCell>
          <HeadCell isNumeric>{say("First used")}</HeadCell>
          <HeadCell>{say("Seen again")}</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.key}>
            <Cell className="h-[26px] text-tx2">{say.known(row.kind)}</Cell>
            <Cell className="h-[26px] max-w-48 truncate font-mono" title={row.value}>
              {row.value}
            </Cell>
            <Cell className="h-[26px] max-sm:hidden">{row.source === null ? null : <Source kind={row.source} />}</Cell>
            <Cell isNumeric className="h-[26px] max-sm:hidden">
              {row.from === null ? null : formatRequest(row.from)}
            </Cell>
            <Cell isNumeric className="h-[26px] max-sm:hidden">
              {row.tokens}
            </Cell>
            <Cell isNumeric className="h-[26px]">
              {formatRequest(row.usedAt)}
            </Cell>
            <Cell className="h-[26px] whitespace-nowrap">
              {row.seenAt === null ? (
                <span className="font-medium">{say("used, not shown again")}</span>
              ) : (
                <span className="text-tx2">{say("at {request}", { request: formatRequest(row.seenAt) })}</span>
              )}
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

function Source({ kind }: { kind: string }) {
  const say = useSay();
  const known = kind as Kind;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <Swatch kind={known} />
      {say(KIND_LABEL[known])}
    </span>
  );
}
