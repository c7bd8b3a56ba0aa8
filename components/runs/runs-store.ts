"use client";
import { useEffect, useState } from "react";
import type { RunRow } from "@/lib/api/schemas/run";
import type { Failure, Finished } from "./follow-job";

const listeners = new Set<() => void>();
const tellAll = () => {
  for (const listener of listeners) listener();
};

/** The saved runs that the query asks for, newest first; null while they are not known. Every list follows every change. */
export function useRuns(query: string): readonly RunRow[] | null {
  const [runs, setRuns] = useState<readonly RunRow[] | null>(null);
  useEffect(() => {
    let controller = new AbortController();
    const load = () => {
      controller.abort();
      controller = new AbortController();
      fetch(`/api/runs${query}`, { signal: controller.signal })
        .then((response) => (response.ok ? response.json() : Promise.reject(new Error("refused"))))
        .then((answer: { runs: RunRow[] }) => setRuns(answer.runs))
        .catch(() => {}); // the list stays as it was
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

/** Lists read again: a run was saved elsewhere. */
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
  const saved = await request<RunRow>("/api/runs", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (saved.ok) tellAll();
  return saved;
}

export async function deleteRun(id: string): Promise<void> {
  await request(`/api/runs/${encodeURIComponent(id)}`, { method: "DELETE" });
  tellAll();
}

export const readRun = <T>(id: string): Promise<Finished<T>> => request(`/api/runs/${encodeURIComponent(id)}`, {});

/** What the server would leave out anyway: megabytes for nothing. */
const withoutTexts = (result: unknown): unknown =>
  JSON.parse(JSON.stringify(result, (key, value) => (BULKY.has(key) ? undefined : value)));
const BULKY = new Set(["edits", "provenance", "regret", "lost_statements", "rows"]);

async function request<T>(url: string, init: RequestInit): Promise<Finished<T>> {
  const failed = (failure: Failure) => ({ ok: false, failure }) as const;
  try {
    const response = await fetch(url, init);
    const answer = response.status === 204 ? null : await response.json();
    if (response.ok) return { ok: true, value: answer as T };
    return failed({ code: String(answer.code ?? response.status), message: String(answer.detail ?? "refused") });
  } catch {
    return failed({ code: "no-answer", message: "The server did not answer." });
  }
}
