"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { LoadingLine } from "@/components/ui/loading-line";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { FindBar, useFind } from "./find";
import { PART_COLUMNS } from "./part-row";
import type { CompactionFact, RequestRow } from "./session-data";
import { TranscriptItem } from "./transcript-item";
import { rowToShow, type TranscriptRow, toTranscriptRows } from "./transcript-rows";
import { useFolds } from "./use-folds";
import type { MessagesState } from "./use-messages";
import type { TranscriptView } from "./use-session-state";

export type TranscriptProps = {
  sessionId: string;
  data: MessagesState;
  row: RequestRow;
  selected: number;
  view: TranscriptView;
  onView: (view: TranscriptView) => void;
  part: string | null;
  onPart: (part: string) => void;
  compactions: readonly CompactionFact[];
  findRef: RefObject<(() => void) | null>;
};

/** The messages as the model saw them at the selected request, or all of them. */
export function Transcript(props: TranscriptProps) {
  const { data, view, selected, compactions } = props;
  const rows = useMemo(
    () => toTranscriptRows(data.messages, { view, selected, compactions: compactions.map(({ at }) => at) }),
    [data.messages, view, selected, compactions],
  );
  const folds = useFolds();
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
  });
  useScrollToRequest(rows, props, virtual);
  const find = useFind({
    rows,
    scroller,
    unfold: folds.unfold,
    goTo: (index) => virtual.scrollToIndex(index, { align: "center" }),
  });
  useEffect(() => {
    props.findRef.current = find.open;
  }, [props.findRef, find.open]);
  const parts = rows.filter((row) => row.type === "part").length;
  return (
    <section aria-label="Transcript" className="flex min-h-0 min-w-0 flex-1 flex-col">
      <Toolbar view={view} onView={props.onView} note={countNote(parts, view, selected, data)} />
      {find.isOpen ? <FindBar find={find} /> : null}
      <State data={data} isEmpty={rows.length === 0} />
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Messages"
        className={cn(
          "min-h-0 flex-1 overflow-y-auto -outline-offset-2 [overflow-anchor:none]",
          rows.length === 0 && "hidden",
        )}
      >
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return row ? (
              <div
                key={item.key}
                data-index={item.index}
                ref={virtual.measureElement}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <TranscriptItem {...props} item={row} folds={folds} />
              </div>
            ) : null;
          })}
        </div>
      </section>
    </section>
  );
}

type Scroller = { scrollToIndex: (index: number, options: { align: "start" | "center" }) => void };

/** Opens at what is new in the selected request. Done once per request, when its rows are there. */
function useScrollToRequest(rows: readonly TranscriptRow[], props: TranscriptProps, virtual: Scroller) {
  const done = useRef("");
  const wanted = `${props.row.agent} ${props.selected} ${props.view}`;
  const { part, data } = props;
  useEffect(() => {
    if (done.current === wanted || rows.length === 0) return;
    const linked = done.current === "" && part !== null ? rows.findIndex((row) => row.key === part) : -1;
    const isComplete = data.total !== null && data.messages.length >= data.total;
    if (!isComplete && linked < 0 && !isLoaded(rows, props.selected)) return;
    done.current = wanted;
    virtual.scrollToIndex(linked >= 0 ? linked : rowToShow(rows, props.selected), { align: "start" });
  }, [rows, wanted, virtual, props.selected, part, data]);
}

/** Rows come in order, so the request's are there once its answer is. */
const isLoaded = (rows: readonly TranscriptRow[], selected: number) =>
  rows.some((row) => row.type === "answer" || (row.type === "part" && (row.part.first_request ?? 0) > selected));

function countNote(parts: number, view: TranscriptView, selected: number, data: MessagesState): string {
  if (data.total === null) return "";
  if (data.messages.length < data.total) {
    return `reading messages, ${data.messages.length.toLocaleString("en")} of ${data.total.toLocaleString("en")}`;
  }
  const count = parts.toLocaleString("en");
  if (view === "full") return `${count} parts in the log`;
  return `${count} parts, prompt and answer of request ${selected + 1}`;
}

function Toolbar({
  view,
  onView,
  note,
}: {
  view: TranscriptView;
  onView: (view: TranscriptView) => void;
  note: string;
}) {
  return (
    <div className="flex h-9 shrink-0 items-center gap-3 border-line border-b px-4 max-sm:px-3">
      <SegmentedControl
        label="Messages"
        value={view}
        onValueChange={onView}
        segments={[
          { value: "live", label: "Live window", title: "What the selected request sent" },
          { value: "full", label: "Full history", title: "Everything in the log" },
        ]}
      />
      <span className="min-w-0 truncate text-micro text-tx3">{note}</span>
      <div
        aria-hidden
        className={cn("ml-auto hidden shrink-0 gap-2 text-right font-medium text-micro text-tx3 sm:grid", PART_COLUMNS)}
      >
        <span>tokens</span>
        <span>share</span>
        <span>carried, cost</span>
        <span>fate</span>
      </div>
    </div>
  );
}

function State({ data, isEmpty }: { data: MessagesState; isEmpty: boolean }) {
  if (data.error) {
    return (
      <ErrorState
        title={
          data.messages.length > 0 ? "The rest of the messages could not be read" : "The messages could not be read"
        }
        kept={
          data.messages.length > 0
            ? `${data.messages.length} of ${data.total} are shown below.`
            : "The figures above are complete."
        }
        code={data.error.code}
        actions={<Button onClick={data.retry}>Try again</Button>}
      >
        {data.error.title}
      </ErrorState>
    );
  }
  const isComplete = data.total !== null && data.messages.length >= data.total;
  if (!isComplete) {
    return isEmpty ? (
      <LoadingLine>
        {data.total === null ? "Reading messages…" : `Reading messages… ${data.messages.length} of ${data.total}`}
      </LoadingLine>
    ) : null;
  }
  if (!isEmpty) return null;
  return (
    <EmptyState title="Nothing of this prompt is in the log">
      The provider counted a prompt, but the transcript holds none of its messages. Full history shows what it does
      hold.
    </EmptyState>
  );
}

/** Close to the truth for one-line parts; measured as soon as a row is on screen. */
function estimate(row: TranscriptRow | undefined): number {
  if (row?.type === "answer") return 33;
  if (row?.type === "compaction") return 330;
  if (!row || row.part.kind === "tool_call") return 41;
  const lines = Math.min(13, Math.max(1, row.part.text.split("\n", 14).length));
  return 50 + lines * 19;
}
