"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { MessageSquare } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, memo, useEffect, useMemo, useRef } from "react";
import { useRequestCause } from "@/components/answer/answer-context";
import { type HoverStore, useIsHovered } from "@/components/charts/hover-store";
import { BreakLetter } from "@/components/ui/break-letter";
import { cn } from "@/components/ui/cn";
import { useSay } from "@/components/words/words-provider";
import { formatChange, formatCompactTokens, formatShareFigure } from "@/lib/wording/number-format";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import type { PromptRow } from "../../lib/read-models/prompt-rows";
import { breakName } from "./break-name";
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

/** All requests of the agent, grouped by the user's prompts. One tab stop; arrow keys move the selection. */
export function RequestRail({ rows, prompts, window, reserveFrom, selected, onSelect, hover, commented }: Props) {
  const say = useSay();
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
  // The request named by the URL is scrolled to the middle; later selections are only scrolled into view.
  const opened = useRef(selected);
  useEffect(() => {
    if (chosen >= 0) virtual.scrollToIndex(chosen, { align: selected === opened.current ? "center" : "auto" });
  }, [virtual, chosen, selected]);
  const limit = window ?? rows.reduce((most, row) => Math.max(most, row.prompt_tokens), 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onSelect(Math.max(0, Math.min(rows.length - 1, selected + step)));
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>("[aria-current]")?.focus());
  };
  return (
    <nav
      aria-label={say("Requests")}
      className="flex min-h-0 flex-1 flex-col"
      style={{ "--rail-number": rows.length < 1000 ? "28px" : "36px" } as CSSProperties}
    >
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
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden"
        onPointerLeave={() => hover.set(null)}
      >
        <ol className="relative" style={{ height: virtual.getTotalSize() }} onKeyDown={onKeyDown}>
          {virtual.getVirtualItems().map((item) => {
            const entry = list[item.index];
            const row = entry?.type === "request" ? rows[entry.position] : undefined;
            return (
              <li
                key={item.key}
                className="absolute inset-x-0 top-0"
                style={{ height: item.size, transform: `translateY(${item.start}px)` }}
              >
                {entry?.type === "prompt" ? <PromptHead prompt={entry.prompt} requests={entry.requests} /> : null}
                {entry?.type === "request" && row ? (
                  <RailRequest
                    row={row}
                    before={rows[entry.position - 1]}
                    position={entry.position}
                    limit={limit}
                    reserveFrom={reserveFrom}
                    isSelected={entry.position === selected}
                    onSelect={onSelect}
                    hover={hover}
                    isCommented={commented.has(entry.position)}
                  />
                ) : null}
              </li>
            );
          })}
        </ol>
      </div>
    </nav>
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

export function PromptHead({ prompt, requests }: { prompt: PromptRow; requests: number }) {
  const say = useSay();
  const text = plainText(prompt.text.slice(0, 300)).replace(/\s+/g, " ");
  return (
    <div className="flex h-full flex-col justify-center border-line border-b bg-s1 px-3" title={text}>
      <p className="truncate font-medium text-small">{text}</p>
      <p className="tabular flex justify-between text-micro text-tx3">
        <span>{say("{count, plural, one {# request} other {# requests}}", { count: requests })}</span>
        <time suppressHydrationWarning>{clockMinutes(prompt.time)}</time>
      </p>
    </div>
  );
}

type PromptHeadProps = {
  row: RequestRow;
  before: RequestRow | undefined;
  position: number;
  limit: number;
  reserveFrom: number | null;
  isSelected: boolean;
  onSelect: (position: number) => void;
  hover: HoverStore;
  isCommented: boolean;
};

const RailRequest = memo(function RailRequest(props: PromptHeadProps) {
  const { row, before, position, limit, reserveFrom, isSelected, onSelect, hover, isCommented } = props;
  const say = useSay();
  const answered = useRequestCause(row.index);
  const isHovered = useIsHovered(hover, position);
  const percent = (tokens: number) => `${Math.min(100, (tokens / limit) * 100)}%`;
  return (
    <button
      type="button"
      tabIndex={isSelected ? 0 : -1}
      aria-current={isSelected ? "true" : undefined}
      onClick={() => onSelect(position)}
      onPointerEnter={() => hover.set(position)}
      className={cn(
        "tabular relative grid h-full w-full grid-cols-[var(--rail-number)_56px_40px_minmax(0,1fr)_36px] items-center gap-1.5 px-3 text-right text-small text-tx2 -outline-offset-2",
        isHovered && "bg-s2",
        isSelected && "bg-accbg before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-acc",
      )}
    >
      <span className={cn("text-left", isSelected && "font-semibold text-tx")}>
        <span className="sr-only">{say("Request")} </span>
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
                cause: say.known(answered?.cause?.name ?? breakName(row.break?.cause ?? "unknown")),
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
    </button>
  );
});

/** The change in tokens since the previous request, unabbreviated if it fits the column. */
function changeOf(row: RequestRow, before: RequestRow): string {
  const change = row.prompt_tokens - before.prompt_tokens;
  if (Math.abs(change) < 100_000) return formatChange(change);
  return `${change > 0 ? "+" : ""}${formatCompactTokens(change)}`;
}
