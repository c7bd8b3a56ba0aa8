"use client";
import { useRef, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { addressOf } from "@/lib/api/address-of";
import type { AuditEntryJson, AuditPageJson } from "@/lib/api/schemas/audit";

export type AuditFilters = {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
  readonly project?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** Milliseconds without a key press after which what was typed is asked for. */
const PAUSE_MS = 250;

const withoutBlanks = (filters: AuditFilters): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, text]) => (text ? [[name, text]] : [])));

/** Entries that fit the filters; the address keeps the filters, so that it can be sent to somebody. */
export function useAudit(first: AuditPageJson, asked: AuditFilters) {
  const [filters, setFilters] = useState(asked);
  const [entries, setEntries] = useState<readonly AuditEntryJson[]>(first.entries);
  const [cursor, setCursor] = useState(first.next_cursor);
  const [failure, setFailure] = useState<string | null>(null);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; stop: AbortController } | null>(null);

  const read = async (wanted: AuditFilters, after: string | null, signal?: AbortSignal) => {
    const query = { ...withoutBlanks(wanted), cursor: after };
    const called = await callApi("GET /api/audit", { query, ...(signal && { signal }) });
    if (!called.ok) {
      if (called.failure.code !== "cancelled") setFailure(called.failure.errors[0]?.detail ?? called.failure.message);
      return;
    }
    setFailure(null);
    setEntries((before) => (after === null ? called.value.entries : [...before, ...called.value.entries]));
    setCursor(called.value.next_cursor);
  };
  const setFilter = (name: keyof AuditFilters, value: string) => {
    const next: AuditFilters = { ...filters, [name]: value.trim() };
    setFilters(next);
    const address = new URLSearchParams(withoutBlanks(next));
    history.replaceState(null, "", `?${address}`);
    if (waiting.current) {
      clearTimeout(waiting.current.timer);
      waiting.current.stop.abort();
    }
    const stop = new AbortController();
    waiting.current = { stop, timer: setTimeout(() => void read(next, null, stop.signal), PAUSE_MS) };
  };
  return {
    entries,
    filters,
    setFilter,
    failure,
    more: cursor !== null,
    loadMore: () => read(filters, cursor),
    csvAddress: addressOf("GET /api/audit/csv", { query: withoutBlanks(filters) }),
  };
}
