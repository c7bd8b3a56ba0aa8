"use client";
import { useEffect, useState } from "react";
import { callApi, type Finished } from "@/components/api/call-api";
import type { RunAnswer, RunKind, RunRow } from "@/lib/api/schemas/run";

const listeners = new Set<() => void>();
const tellAll = () => {
  for (const listener of listeners) listener();
};

/**
 * Saved runs of a session, of a kind, or all, newest first; null while loading. Saving or deleting a run reloads them.
 */
export function useRuns(only: { readonly session?: string; readonly kind?: RunKind }): readonly RunRow[] | null {
  const [runs, setRuns] = useState<readonly RunRow[] | null>(null);
  const query = JSON.stringify(only);
  useEffect(() => {
    let controller = new AbortController();
    const load = () => {
      controller.abort();
      controller = new AbortController();
      void callApi("GET /api/runs", { query: JSON.parse(query), signal: controller.signal }).then((called) => {
        if (called.ok) setRuns(called.value.runs); // otherwise the list stays unchanged
      });
    };
    load();
    listeners.add(load);
    return () => {
      listeners.delete(load);
      controller.abort();
    };
  }, [query]);
  return runs;
}

/** Reloads all lists after something other than `saveRun` saved a run. */
export const runsChanged = tellAll;

export type NewRun = {
  readonly kind: "comparison" | "replay" | "evaluation";
  readonly sessionId: string;
  readonly title: string;
  readonly result: unknown;
};

export async function saveRun({ kind, sessionId, title, result }: NewRun): Promise<Finished<RunRow>> {
  const params = { query: window.location.search };
  const named = title.trim() === "" ? {} : { title: title.trim() };
  const body = { kind, session: { id: sessionId }, params, result: withoutTexts(result), ...named };
  const saved = await callApi("POST /api/runs", { body });
  if (saved.ok) tellAll();
  return saved;
}

export async function deleteRun(id: string): Promise<void> {
  await callApi("DELETE /api/runs/{id}", { path: { id } });
  tellAll();
}

export const readRun = (id: string): Promise<Finished<RunAnswer>> => callApi("GET /api/runs/{id}", { path: { id } });

/** Removes large fields that the server would not store, to avoid sending megabytes. */
const withoutTexts = (result: unknown): unknown =>
  JSON.parse(JSON.stringify(result, (key, value) => (BULKY.has(key) ? undefined : value)));
const BULKY = new Set(["edits", "provenance", "regret", "lost_statements", "rows"]);
