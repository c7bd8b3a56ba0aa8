"use client";
import { useEffect, useState } from "react";
import type { StoredOutputAnswer } from "@/lib/api/schemas/stored-output";
import { type StrategyChoice, toRecipe } from "@/lib/view-models/strategy-choice";

export type RefQuery = { readonly start: string; readonly end: string; readonly grep: string };
type State = { readonly data: StoredOutputAnswer | null; readonly failure: string | null };
type Source = { readonly sessionId: string; readonly request: number; readonly choice: StrategyChoice | null };

/**
 * A put-aside original from `GET /api/refs/:id`. A comparison stores nothing, so the first look at a reference
 * compresses once with `store`, after which it is kept.
 */
export function useReference(
  reference: string | null,
  query: RefQuery,
  { sessionId, request, choice }: Source,
): State & { url: string } {
  const [state, setState] = useState<State>({ data: null, failure: null });
  const url = reference === null ? "" : urlOf(reference, query);
  const recipe = choice === null ? "" : JSON.stringify(toRecipe(choice));
  useEffect(() => {
    setState({ data: null, failure: null });
    if (url === "") return;
    const abort = new AbortController();
    const store = () =>
      post({ session: { id: sessionId, request }, strategy: JSON.parse(recipe), force: true }, abort.signal);
    load(url, recipe === "" ? null : store, abort.signal)
      .then(setState)
      .catch(() => abort.signal.aborted || setState({ data: null, failure: "The server did not answer." }));
    return () => abort.abort();
  }, [url, recipe, sessionId, request]);
  return { ...state, url };
}

function urlOf(reference: string, query: RefQuery): string {
  const entries = Object.entries(query).filter(([, value]) => value.trim() !== "");
  const search = new URLSearchParams(entries.map(([name, value]) => [name, value.trim()]));
  return `/api/refs/${encodeURIComponent(reference)}${entries.length > 0 ? `?${search}` : ""}`;
}

async function load(url: string, store: (() => Promise<unknown>) | null, signal: AbortSignal): Promise<State> {
  let response = await fetch(url, { signal });
  if (response.status === 404 && store) {
    await store();
    response = await fetch(url, { signal });
  }
  const body = await response.json();
  if (response.ok) return { data: body as StoredOutputAnswer, failure: null };
  return { data: null, failure: String(body.detail ?? "The original could not be loaded.") };
}

const post = (body: unknown, signal: AbortSignal) =>
  fetch("/api/compress", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
