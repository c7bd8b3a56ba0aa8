"use client";
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { memo, type RefObject, useEffect, useMemo, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { loadLater } from "@/components/ui/load-later";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSay } from "@/components/words/words-provider";
import { formatCount } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import type { CompactionRow } from "../../lib/read-models/compactions";
import { BreakNote } from "./break-note";
import { useFind } from "./find";
import {
  countLoaded,
  findPart,
  type LoadedMessages,
  type MessageRange,
  type MessageStore,
  messageAt,
  pagesOf,
} from "./message-store";
import { PART_COLUMNS } from "./part-row";
import { PENDING_HEIGHT, TranscriptItem } from "./transcript-item";
import { type TranscriptRow, toTranscriptRows } from "./transcript-rows";
import { TranscriptState } from "./transcript-state";
import { type Folds, useFolds } from "./use-folds";
import type { TranscriptView } from "./use-session-state";
import { useScrollAnchor, useScrollToRequest } from "./use-transcript-scroll";

const loadFindBar = () => import("./find-bar");
const FindBar = loadLater(() => loadFindBar().then((module) => module.FindBar));
const AT_REST_MS = 2_000;

/**
 * The search bar is loaded when the page is idle, because letters typed before it has the focus act as shortcuts of the
 * page.
 */
function useFindBarSoon(): void {
  useEffect(() => {
    const timer = setTimeout(() => void loadFindBar(), AT_REST_MS);
    return () => clearTimeout(timer);
  }, []);
}

export type TranscriptProps = {
  sessionId: string;
  store: MessageStore;
  loaded: LoadedMessages;
  requests: readonly RequestRow[];
  row: RequestRow;
  selected: number;
  view: TranscriptView;
  onView: (view: TranscriptView) => void;
  part: string | null;
  onPart: (part: string) => void;
  compactions: readonly CompactionRow[];
  /** Opens the receipt of the compaction with that number, from 1. */
  onReceipt: (number: number) => void;
  findRef: RefObject<(() => void) | null>;
};

/** The transcript: the messages sent by the selected request, or all messages of the agent. */
export const Transcript = memo(function Transcript(props: TranscriptProps) {
  const say = useSay();
  const { store, loaded, requests, view, selected, compactions, part } = props;
  const total = loaded.total ?? 0;
  const range = useMemo(() => requestRange(requests, selected, total), [requests, selected, total]);
  const listed = useMemo(() => (view === "live" ? range.live : { from: 0, to: total }), [view, range, total]);
  const rows = useMemo(
    () =>
      toTranscriptRows((position) => messageAt(loaded, position), {
        view,
        selected,
        range: listed,
        compactions,
      }),
    [loaded, view, selected, listed, compactions],
  );
  const folds = useFolds();
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer<HTMLElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 4,
  });
  const find = useFind({
    rows,
    scroller,
    unfold: folds.unfold,
    goTo: (index) => virtual.scrollToIndex(index, { align: "center" }),
  });
  const items = virtual.getVirtualItems();
  const isSeeking = part !== null && findPart(loaded, part) === null;
  useWantedPages({
    store,
    loaded,
    range,
    view,
    visible: ends(rows[items[0]?.index ?? -1], rows[items.at(-1)?.index ?? -1]),
    isAll: view === "full" && (find.isOpen || isSeeking),
  });
  useScrollAnchor(rows, virtual, view === "full");
  useScrollToRequest({
    rows,
    virtual,
    wanted: `${props.row.agent} ${selected} ${view}`,
    selected,
    fresh: range.fresh.from,
    part,
    isReady: loaded.total !== null && unreadIn(loaded, view === "live" ? range.live : range.fresh) === 0,
  });
  useEffect(() => {
    props.findRef.current = find.open;
  }, [props.findRef, find.open]);
  useFindBarSoon();
  const unread = unreadIn(loaded, listed);
  return (
    <section aria-label={say("Transcript")} className="paper-flow flex min-h-0 min-w-0 flex-1 flex-col">
      <Toolbar view={view} onView={props.onView} note={countNote(rows, props, listed, unread, say)} />
      <BreakNote row={props.row} />
      {find.isOpen ? <FindBar find={find} unread={unread} /> : null}
      <TranscriptState
        loaded={loaded}
        onRetry={store.retry}
        isEmpty={rows.length === 0}
        read={listed.to - listed.from - unread}
        wanted={listed.to - listed.from}
      />
      <MessageList scroller={scroller} virtual={virtual} rows={rows} folds={folds} transcript={props} />
    </section>
  );
});

type MessageListProps = {
  scroller: RefObject<HTMLElement | null>;
  virtual: Virtualizer<HTMLElement, Element>;
  rows: readonly TranscriptRow[];
  folds: Folds;
  transcript: TranscriptProps;
};

/** The scrolling box; only visible rows are rendered. */
function MessageList({ scroller, virtual, rows, folds, transcript }: MessageListProps) {
  const say = useSay();
  return (
    <section
      id="messages"
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={say("Messages")}
      className={cn(
        "paper-flow min-h-0 flex-1 overflow-y-auto -outline-offset-2 [overflow-anchor:none]",
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
              <TranscriptItem {...transcript} item={row} folds={folds} />
            </div>
          ) : null;
        })}
      </div>
    </section>
  );
}

const ends = (first: TranscriptRow | undefined, last: TranscriptRow | undefined) =>
  first && last ? ([first.position, last.position] as const) : null;

const unreadIn = (loaded: LoadedMessages, range: RequestRange["live"]) =>
  range.to - range.from - countLoaded(loaded, range);

function countNote(
  rows: readonly TranscriptRow[],
  { loaded, view, selected }: TranscriptProps,
  listed: RequestRange["live"],
  unread: number,
  say: Say,
): string {
  if (loaded.total === null) return "";
  const parts = formatCount(rows.filter((row) => row.type === "part").length, "part", say);
  const messages = formatCount(listed.to - listed.from, "message", say);
  if (view === "full")
    return unread > 0 ? say("{messages} in the log", { messages }) : say("{parts} in the log", { parts });
  if (unread > 0) return say("loading {messages} of request {selected}", { messages, selected: selected + 1 });
  return say("{parts}, prompt and answer of request {selected}", { parts, selected: selected + 1 });
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
  const say = useSay();
  return (
    <div className="flex h-9 shrink-0 items-center gap-3 border-line border-b px-4 max-sm:px-3">
      <SegmentedControl
        label={say("Messages")}
        value={view}
        onValueChange={onView}
        segments={[
          { value: "live", label: say("Live window"), title: say("What the selected request sent") },
          { value: "full", label: say("Full history"), title: say("Everything in the log") },
        ]}
      />
      <span className="min-w-0 truncate text-micro text-tx3">{note}</span>
      <div
        aria-hidden
        className={cn("ml-auto hidden shrink-0 gap-2 text-right font-medium text-micro text-tx3 sm:grid", PART_COLUMNS)}
      >
        <span>{say("tokens")}</span>
        <span>{say("share")}</span>
        <span>{say("sent, cost")}</span>
        <span>{say("status")}</span>
      </div>
    </div>
  );
}

/** Estimated row height in pixels; the real height is measured once the row is visible. */
function estimate(row: TranscriptRow | undefined): number {
  if (row?.type === "pending") return PENDING_HEIGHT;
  if (row?.type === "answer") return 33;
  if (row?.type === "compaction") return 330;
  if (!row || row.part.kind === "tool_call") return 41;
  const lines = Math.min(13, Math.max(1, row.part.text.split("\n", 14).length));
  return 50 + lines * 19;
}

type Wanted = {
  store: MessageStore;
  loaded: LoadedMessages;
  range: RequestRange;
  view: "live" | "full";
  /** Positions of the first and last visible message; null if there is none. */
  visible: readonly [number, number] | null;
  /** Whether all messages are needed, for example for a search. */
  isAll: boolean;
};

/** Loads the selected request's pages first, then the visible ones; even in a long session these are few. */
function useWantedPages({ store, loaded: { total }, range, view, visible, isAll }: Wanted): void {
  const onScreen = view === "full" && visible ? pagesOf({ from: visible[0], to: visible[1] + 1 }) : [];
  const pages = total === null ? [0] : [...pagesOf(range.fresh), ...onScreen];
  if (view === "live") pages.push(...pagesOf(range.live));
  if (isAll && total !== null) pages.push(...pagesOf({ from: 0, to: total }));
  const key = [...new Set(pages)].join(" ");
  useEffect(() => store.want(key === "" ? [] : key.split(" ").map(Number)), [store, key]);
}

/** A request's messages, as ranges of the agent's messages. */
type RequestRange = {
  /** The request's prompt and its answer. */
  readonly live: MessageRange;
  /** The new messages in its prompt, and its answer; the transcript opens here. */
  readonly fresh: MessageRange;
};

/** `total`: the agent's message count; messages after the last request count as its answer. */
export function requestRange(rows: readonly RequestRow[], selected: number, total: number): RequestRange {
  const row = rows[selected];
  const start = Math.min(total, row?.message_start ?? 0);
  const end = Math.min(total, row?.message_end ?? total);
  // The next prompt contains this answer and ends the range.
  const to = Math.min(total, Math.max(end + 1, rows[selected + 1]?.message_end ?? total));
  const before = rows[selected - 1]?.message_end ?? start;
  return { live: { from: start, to }, fresh: { from: Math.min(end, Math.max(start, before)), to } };
}
