"use client";
import { useMemo, useRef, useState } from "react";
import { TradeOffFigure } from "@/components/charts/trade-off-figure";
import { RunState } from "@/components/runs/run-list";
import { changesIn } from "@/components/runs/run-words";
import { timeSpan } from "@/components/session/local-time";
import { useRowStops } from "@/components/shell/use-row-stops";
import { Button } from "@/components/ui/button";
import { Cell, FigureHeads, Table, TableHead, TableRow } from "@/components/ui/table";
import { useSay } from "@/components/words/words-provider";
import type { CorpusResult } from "@/lib/api/schemas/corpus";
import { choiceName } from "@/lib/view-models/compare/strategy-choice";
import type { TradeOff } from "@/lib/view-models/compare/trade-off";
import {
  corpusAnswer,
  corpusHeads,
  corpusNote,
  toCorpusRows,
  toCorpusTradeOff,
} from "@/lib/view-models/corpus/corpus-table";
import { formatShare } from "@/lib/wording/number-format";
import { problemText } from "@/lib/wording/problem-text";
import { sentence } from "@/lib/wording/say";
import { CorpusMark } from "./corpus-mark";
import type { CorpusRun } from "./use-corpus";

type Props = { run: CorpusRun };

/** A stored run over many sessions: figures, a chart, and the sessions left out. */
export function CorpusResults({ run }: Props) {
  const say = useSay();
  const { result } = run;
  const view = useMemo(() => toCorpusTradeOff(result), [result]);
  return (
    <section aria-label={say("Result")} className="border-line2 border-b">
      <p role="status" className="border-line2 border-b bg-s1 px-4 py-2.5 font-semibold max-sm:px-3">
        {corpusAnswer(result, say)}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3 max-sm:px-3">
        <h2 className="font-semibold text-small">{run.title}</h2>
        <span className="text-micro text-tx3">{`${corpusNote(result, say)}; ${timeSpan(run.created_at, null, say)}`}</span>
        <span className="flex items-center gap-2">
          <RunState run={run} />
          <span className="text-micro text-tx3">{changesIn(run, say)}</span>
        </span>
      </div>
      {view ? (
        <>
          <CorpusTable result={result} />
          <SavedAgainstKept view={view} />
        </>
      ) : null}
      <LeftOut sessions={result.left_out} />
    </section>
  );
}

function CorpusTable({ result }: { result: CorpusResult }) {
  const say = useSay();
  const [areAllShown, setAllShown] = useState(false);
  const rows = useMemo(() => toCorpusRows(result, say, areAllShown), [result, say, areAllShown]);
  const heads = useMemo(() => corpusHeads(say, areAllShown), [say, areAllShown]);
  const box = useRef<HTMLElement>(null);
  useRowStops(box, { title: sentence("Table of strategies"), row: sentence("strategy") });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
    <section ref={box} tabIndex={0} aria-label={say("Strategies, table")} className="overflow-x-auto px-2 py-2">
      <Table>
        <TableHead>
          <FigureHeads first={say("Strategy")} figures={heads} />
        </TableHead>
        <tbody>
          {rows.map(({ id, index, cells, broken }) => (
            <TableRow key={id}>
              <th scope="row" tabIndex={-1} data-stop className="h-10 whitespace-nowrap px-2 text-left font-normal">
                <span className="inline-flex items-center gap-2">
                  <CorpusMark index={index} isHollow={broken !== null} />
                  {choiceName(id, say)}
                </span>
                {broken === null ? null : <span className="block text-bad text-micro">{broken}</span>}
              </th>
              {cells.map(({ value, interval }, column) => (
                <Cell key={heads[column]} isNumeric className="h-10">
                  {value}
                  {interval === "" ? null : <span className="block text-micro text-tx3">{interval}</span>}
                </Cell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
      <Button variant="quiet" size="sm" className="mt-1 text-acc" onClick={() => setAllShown(!areAllShown)}>
        {areAllShown ? say("Fewer measures") : say("All measures")}
      </Button>
    </section>
  );
}

const HEIGHT = 320;

function SavedAgainstKept({ view }: { view: TradeOff }) {
  const say = useSay();
  return (
    <section aria-label={say("Saved versus kept")} className="max-w-240 px-4 py-2 max-sm:px-3">
      <h3 className="font-semibold text-small">
        {say("Saved versus kept")}{" "}
        <span className="font-normal text-micro text-tx3">
          {say("means; line: the best of the valid strategies; oracle: keeps all that was needed, saves {oracle}", {
            oracle: formatShare(view.oracle),
          })}
        </span>
      </h3>
      <TradeOffFigure
        view={view}
        height={HEIGHT}
        markOf={(index, isValid) => <CorpusMark index={index} isHollow={!isValid} />}
        savedOf={say("tokens saved")}
      />
    </section>
  );
}

function LeftOut({ sessions }: { sessions: CorpusResult["left_out"] }) {
  const say = useSay();
  if (sessions.length === 0) return null;
  return (
    <details className="px-4 pb-3 text-small max-sm:px-3">
      <summary className="cursor-pointer text-tx2">
        {say("{count} left out, and why", { count: sessions.length })}
      </summary>
      <ul className="mt-1">
        {sessions.map((left) => (
          <li key={left.id} className="flex min-w-0 gap-3">
            <span className="min-w-0 max-w-80 truncate" title={left.title}>
              {left.title}
            </span>
            <span className="text-tx3">{problemText(left, say)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
