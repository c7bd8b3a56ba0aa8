"use client";
import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef } from "react";
import { rowToShow, type TranscriptRow } from "./transcript-rows";

type Virtual = Virtualizer<HTMLElement, Element>;

type Target = {
  rows: readonly TranscriptRow[];
  virtual: Virtual;
  /** Changes with what should be shown: agent, request, view. */
  wanted: string;
  selected: number;
  /** A part that the address names. */
  part: string | null;
  /** The rows of the request are there. */
  isReady: boolean;
};

/** Opens at what is new in the selected request, once per request; first at the part that the address names. */
export function useScrollToRequest({ rows, virtual, wanted, selected, part, isReady }: Target): void {
  const done = useRef("");
  const linked = useRef(part);
  useEffect(() => {
    const at = linked.current === null ? -1 : rows.findIndex((row) => row.key === linked.current);
    if (at >= 0) {
      linked.current = null;
      done.current = wanted;
      virtual.scrollToIndex(at, { align: "start" });
      return;
    }
    if (done.current === wanted || rows.length === 0 || !isReady) return;
    if (done.current !== "") linked.current = null;
    done.current = wanted;
    virtual.scrollToIndex(rowToShow(rows, selected), { align: "start" });
  }, [rows, virtual, wanted, selected, isReady]);
}

type Anchor = { key: string; position: number; offset: number };

/** Keeps what one reads where it is while unread messages above it become rows of another height. */
export function useScrollAnchor(rows: readonly TranscriptRow[], virtual: Virtual, isOn: boolean): void {
  const anchor = useRef<Anchor | null>(null);
  const seen = useRef(rows);
  useLayoutEffect(() => {
    const kept = anchor.current;
    if (seen.current === rows) {
      anchor.current = isOn ? anchorOf(rows, virtual) : null;
      return;
    }
    // The list reports its new place only with the next scroll event, so nothing is remembered in this pass.
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
