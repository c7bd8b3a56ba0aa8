"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import type { HoverStore } from "@/components/charts/hover-store";
import { useSay } from "@/components/words/words-provider";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import type { PromptRow } from "../../lib/read-models/prompt-rows";
import { PromptHead, RailRequest } from "./rail-items";
import { toRailRows } from "./rail-rows";

type Props = {
  rows: readonly RequestRow[];
  prompts: readonly PromptRow[];
  window: number | null;
  reserveFrom: number | null;
  selected: number;
  onSelect: (position: number) => void;
  hover: HoverStore;
  /** Positions of the requests that have a comment. */
  commented: ReadonlySet<number>;
};

const REQUEST_HEIGHT = 24;
const PROMPT_HEIGHT = 44;

/**
 * Lists all requests of the agent, grouped by the user's prompts. It is one tab stop; arrow keys move the selection.
 */
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
  const chosen = indexOf.get(selected) ?? 0;
  // The request that the URL named is scrolled to the middle; later selections are only scrolled into view.
  const opened = useRef(selected);
  useEffect(() => {
    if (list.length > 0) virtual.scrollToIndex(chosen, { align: selected === opened.current ? "center" : "auto" });
  }, [virtual, chosen, selected, list]);
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
