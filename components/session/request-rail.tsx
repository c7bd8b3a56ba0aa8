"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { MessageSquare } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, memo, useEffect, useId, useMemo, useRef } from "react";
import { useRequestCause } from "@/components/answer/answer-context";
import { type HoverStore, useIsHovered } from "@/components/charts/hover-store";
import { BreakLetter } from "@/components/ui/break-letter";
import { cn } from "@/components/ui/cn";
import { hasModifier } from "@/components/ui/has-modifier";
import { useSay } from "@/components/words/words-provider";
import { formatChange, formatCompactTokens, formatShareFigure } from "@/lib/wording/number-format";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import type { PromptRow } from "../../lib/read-models/prompt-rows";
import { answeredName } from "./answered-name";
import { clockMinutes, shortDuration } from "./local-time";
import { plainText } from "./part-text";
import { readShare } from "./request-tooltip";

type Props = {
  rows: readonly RequestRow[];
  prompts: readonly PromptRow[];
  window: number | null;
  reserveFrom: number | null;
  selected: number;
  onSelect: (position: number) => void;
  hover: HoverStore;
  /** Positions of requests with a comment. */
  commented: ReadonlySet<number>;
};

const REQUEST_HEIGHT = 24;
const PROMPT_HEIGHT = 44;

/**
 * All requests of the agent, grouped by the user's prompts. One list box with one tab stop; arrow keys move the
 * selection, Home and End go to its ends.
 */
export function RequestRail({ rows, prompts, window, reserveFrom, selected, onSelect, hover, commented }: Props) {
  const say = useSay();
  const optionId = useId();
  const { scroller, list, virtual } = useRailRows(rows, prompts, selected);
  const limit = window ?? rows.reduce((most, row) => Math.max(most, row.prompt_tokens), 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const last = rows.length - 1;
    const next = { ArrowDown: selected + 1, ArrowUp: selected - 1, Home: 0, End: last }[event.key];
    if (next === undefined || hasModifier(event)) return;
    event.preventDefault();
    onSelect(Math.max(0, Math.min(last, next)));
  };
  const request = (position: number, answers: string | null) => (
    <RailRequest
      id={`${optionId}${position}`}
      row={rows[position] as RequestRow}
      before={rows[position - 1]}
      position={position}
      count={rows.length}
      answers={answers}
      limit={limit}
      reserveFrom={reserveFrom}
      isSelected={position === selected}
      onSelect={onSelect}
      hover={hover}
      isCommented={commented.has(position)}
    />
  );
  return (
    <div
      className="flex min-h-0 flex-1 flex-col"
      style={{ "--rail-number": rows.length < 1000 ? "28px" : "36px" } as CSSProperties}
    >
      <RailHead />
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden"
        onPointerLeave={() => hover.set(null)}
      >
        <div
          role="listbox"
          tabIndex={0}
          aria-label={say("Requests")}
          aria-activedescendant={`${optionId}${selected}`}
          className="relative -outline-offset-2"
          style={{ height: virtual.getTotalSize() }}
          onKeyDown={onKeyDown}
        >
          {virtual.getVirtualItems().map(({ key, index, size, start }) => {
            const entry = list[index];
            const above = list[index - 1];
            return (
              <div
                key={key}
                role="presentation"
                className="absolute inset-x-0 top-0"
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                {entry?.type === "prompt" ? <PromptHead prompt={entry.prompt} requests={entry.requests} /> : null}
                {entry?.type === "request"
                  ? request(entry.position, above?.type === "prompt" ? above.prompt.text : null)
                  : null}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** The rail's rows; the selected one stays in view. */
function useRailRows(rows: readonly RequestRow[], prompts: readonly PromptRow[], selected: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useMemo(() => toRailRows(rows, prompts), [rows, prompts]);
  const indexOf = useMemo(
    () => new Map(list.flatMap((row, index) => (row.type === "request" ? [[row.position, index] as const] : []))),
    [list],
  );
  const virtual = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (list[index]?.type === "prompt" ? PROMPT_HEIGHT : REQUEST_HEIGHT),
    getItemKey: (index) => list[index]?.key ?? index,
    overscan: 12,
  });
  const chosen = indexOf.get(selected) ?? -1;
  // The request in the URL is scrolled to the middle; later selections are only scrolled into view.
  const opened = useRef(selected);
  useEffect(() => {
    if (chosen >= 0) virtual.scrollToIndex(chosen, { align: selected === opened.current ? "center" : "auto" });
  }, [virtual, chosen, selected]);
  return { scroller, list, virtual };
}

function RailHead() {
  const say = useSay();
  return (
    <div
      aria-hidden
      className="grid h-7 shrink-0 grid-cols-[var(--rail-number)_56px_40px_1fr_36px] items-center gap-1.5 border-line border-b px-3 text-micro text-tx3 [&>*]:text-right"
    >
      <span className="text-left!">#</span>
      <span className="text-left!">{say("window")}</span>
      <span>{say("read %")}</span>
      <span>{say("change")}</span>
      <span>{say("time")}</span>
    </div>
  );
}

type RailRow =
  | { type: "prompt"; key: string; prompt: PromptRow; requests: number }
  | { type: "request"; key: string; position: number };

/** Groups requests by the user's prompt that they work on. */
export function toRailRows(rows: readonly RequestRow[], prompts: readonly PromptRow[]): RailRow[] {
  const list: RailRow[] = [];
  let next = 0;
  for (let position = 0; position < rows.length; position += 1) {
    const prompt = prompts[next];
    if (prompt && prompt.at <= position) {
      const end = prompts[next + 1]?.at ?? rows.length;
      list.push({ type: "prompt", key: `p${prompt.at}`, prompt, requests: Math.max(0, end - prompt.at) });
      next += 1;
    }
    list.push({ type: "request", key: `r${position}`, position });
  }
  return list;
}

/**
 * Hidden from screen readers, because a list box may contain only options. The first request of the prompt has its
 * text.
 */
export function PromptHead({ prompt, requests }: { prompt: PromptRow; requests: number }) {
  const say = useSay();
  const text = promptLine(prompt.text);
  return (
    <div aria-hidden className="flex h-full flex-col justify-center border-line border-b bg-s1 px-3" title={text}>
      <p className="truncate font-medium text-small">{text}</p>
      <p className="tabular flex justify-between text-micro text-tx3">
        <span>{say("{count, plural, one {# request} other {# requests}}", { count: requests })}</span>
        <time suppressHydrationWarning>{clockMinutes(prompt.time)}</time>
      </p>
    </div>
  );
}

/** The start of a prompt's text on one line. */
const promptLine = (text: string) => plainText(text.slice(0, 300)).replace(/\s+/g, " ");

type RailRequestProps = {
  id: string;
  row: RequestRow;
  before: RequestRow | undefined;
  position: number;
  count: number;
  /** The text of the prompt, for its first request. */
  answers: string | null;
  limit: number;
  reserveFrom: number | null;
  isSelected: boolean;
  onSelect: (position: number) => void;
  hover: HoverStore;
  isCommented: boolean;
};

const RailRequest = memo(function RailRequest(props: RailRequestProps) {
  const { id, row, before, position, count, answers, limit, reserveFrom, isSelected, onSelect, hover, isCommented } =
    props;
  const say = useSay();
  const answered = useRequestCause(row.index);
  const isHovered = useIsHovered(hover, position);
  const percent = (tokens: number) => `${Math.min(100, (tokens / limit) * 100)}%`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list box has the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={position + 1}
      onClick={() => onSelect(position)}
      onPointerEnter={() => hover.set(position)}
      className={cn(
        "tabular relative grid h-full w-full cursor-default grid-cols-[var(--rail-number)_56px_40px_minmax(0,1fr)_36px] items-center gap-1.5 px-3 text-right text-small text-tx2 -outline-offset-2",
        isHovered && "bg-s2",
        isSelected && "bg-accbg before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-acc",
      )}
    >
      <span className={cn("text-left", isSelected && "font-semibold text-tx")}>
        <span className="sr-only">
          {answers === null ? null : <span>{promptLine(answers)}</span>} {say("Request")}{" "}
        </span>
        {position + 1}
        {isCommented ? (
          <>
            <MessageSquare aria-hidden className="absolute top-2 left-[3px] size-2 text-acc" />
            <span className="sr-only">{say(", has a comment")}</span>
          </>
        ) : null}
      </span>
      <span className="relative h-1.5 bg-s3">
        <span className="data-fill absolute inset-y-0 left-0 bg-tx2" style={{ width: percent(row.prompt_tokens) }} />
        {reserveFrom === null ? null : (
          <span className="absolute inset-y-0 w-px bg-ctl" style={{ left: percent(reserveFrom) }} />
        )}
      </span>
      <span className="flex justify-end">
        {answered || row.break ? (
          <>
            <BreakLetter
              letter={answered?.letter ?? row.break?.letter ?? "?"}
              isExpected={answered?.isExpected ?? row.break?.is_expected ?? false}
            />
            <span className="sr-only">
              {say(", cache break: {cause}", {
                cause: say(answeredName(answered, row.break?.cause ?? "unknown")),
              })}
            </span>
          </>
        ) : row.cache_read === null ? (
          <span className="text-tx3">–</span>
        ) : (
          <>
            {formatShareFigure(readShare(row))}
            <span className="sr-only"> {say("% read")}</span>
          </>
        )}
      </span>
      <span className="text-tx">
        {before ? (
          <>
            {changeOf(row, before)}
            <span className="sr-only"> {say("tokens")}</span>
          </>
        ) : null}
      </span>
      <span>{shortDuration(row.started_at, row.ended_at)}</span>
    </div>
  );
});

/** The change in tokens since the previous request, unabbreviated if it fits the column. */
function changeOf(row: RequestRow, before: RequestRow): string {
  const change = row.prompt_tokens - before.prompt_tokens;
  if (Math.abs(change) < 100_000) return formatChange(change);
  return `${change > 0 ? "+" : ""}${formatCompactTokens(change)}`;
}
