"use client";
import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef } from "react";
import { rowToShow, rowToWaitAt, type TranscriptRow } from "./transcript-rows";

type Virtual = Virtualizer<HTMLElement, Element>;

type Target = {
  rows: readonly TranscriptRow[];
  virtual: Virtual;
  /** Identifies what is shown (agent, request, view); the list scrolls when it changes. */
  wanted: string;
  selected: number;
  /** Position of the request's first new message. */
  fresh: number;
  /** The part named by the URL; null if none. */
  part: string | null;
  /** Whether the request's rows are loaded. */
  isReady: boolean;
};

/** Scrolls, once per request, to its new content; initially to the part named by the URL. */
export function useScrollToRequest({ rows, virtual, wanted, selected, fresh, part, isReady }: Target): void {
  const done = useRef("");
  const waiting = useRef("");
  const linked = useRef(part);
  useEffect(() => {
    const at = linked.current === null ? -1 : rows.findIndex((row) => row.key === linked.current);
    if (at >= 0) {
      linked.current = null;
      done.current = wanted;
      virtual.scrollToIndex(at, { align: "start" });
      return;
    }
    if (done.current === wanted || rows.length === 0) return;
    if (!isReady) {
      const at = waiting.current === wanted ? -1 : rowToWaitAt(rows, fresh);
      waiting.current = wanted;
      if (at > 0) virtual.scrollToIndex(at, { align: "start" });
      return;
    }
    if (done.current !== "") linked.current = null;
    done.current = wanted;
    virtual.scrollToIndex(rowToShow(rows, selected), { align: "start" });
  }, [rows, virtual, wanted, selected, fresh, isReady]);
}

type Anchor = { key: string; position: number; offset: number };

/** Keeps the visible rows in place while messages above them load and change height. */
export function useScrollAnchor(rows: readonly TranscriptRow[], virtual: Virtual, isOn: boolean): void {
  const anchor = useRef<Anchor | null>(null);
  const seen = useRef(rows);
  useLayoutEffect(() => {
    const kept = anchor.current;
    if (seen.current === rows) {
      anchor.current = isOn ? anchorOf(rows, virtual) : null;
      return;
    }
    // The list reports its new position only with the next scroll event, so the position is not stored here.
    seen.current = rows;
    const offset = kept && isOn ? offsetOf(kept, rows, virtual) : null;
    if (offset !== null) virtual.scrollToOffset(offset);
  });
}

function anchorOf(rows: readonly TranscriptRow[], virtual: Virtual): Anchor | null {
  const top = virtual.scrollOffset ?? 0;
  const item = virtual.getVirtualItems().find((candidate) => candidate.end > top);
  const row = item && rows[item.index];
  return row ? { key: row.key, position: row.position, offset: top - item.start } : null;
}

function offsetOf(anchor: Anchor, rows: readonly TranscriptRow[], virtual: Virtual): number | null {
  const same = rows.findIndex((row) => row.key === anchor.key);
  const index = same >= 0 ? same : rows.findIndex((row) => row.position >= anchor.position);
  const start = virtual.measurementsCache[index]?.start;
  return start === undefined ? null : start + anchor.offset;
}
