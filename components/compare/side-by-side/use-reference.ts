"use client";
import { useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { addressOf } from "@/lib/api/address-of";
import type { StoredOutputAnswer } from "@/lib/api/schemas/stored-output";
import type { SessionRequest } from "@/lib/view-models/compare/session-request";
import { type StrategyChoice, toRecipe } from "@/lib/view-models/compare/strategy-choice";

export type RefQuery = { readonly start: string; readonly end: string; readonly grep: string };
type State = { readonly data: StoredOutputAnswer | null; readonly failure: string | null };
type Source = { readonly session: SessionRequest; readonly choice: StrategyChoice | null };

/**
 * Loads a put-aside text from `GET /api/refs/:id`. A comparison stores nothing, so if the server lacks the text, the
 * request is compressed once with `store`.
 */
export function useReference(
  reference: string | null,
  query: RefQuery,
  { session, choice }: Source,
): State & { url: string } {
  const [state, setState] = useState<State>({ data: null, failure: null });
  const asked = JSON.stringify(trimmed(query));
  const url = reference === null ? "" : addressOf(KEY, { path: { id: reference }, query: trimmed(query) });
  const recipe = choice === null ? "" : JSON.stringify(toRecipe(choice));
  useEffect(() => {
    setState({ data: null, failure: null });
    if (reference === null) return;
    const abort = new AbortController();
    const { signal } = abort;
    const body = {
      session,
      strategy: recipe === "" ? null : JSON.parse(recipe),
      force: true,
    };
    const look = () => callApi(KEY, { path: { id: reference }, query: JSON.parse(asked) as RefQuery, signal });
    const load = async () => {
      const first = await look();
      if (first.ok || first.failure.status !== 404 || recipe === "") return first;
      await callApi("POST /api/compress", { body, signal });
      return look();
    };
    void load().then((called) => {
      if (signal.aborted) return;
      setState(called.ok ? { data: called.value, failure: null } : { data: null, failure: called.failure.message });
    });
    return () => abort.abort();
  }, [reference, asked, recipe, session]);
  return { ...state, url };
}

const KEY = "GET /api/refs/{id}";

const trimmed = ({ start, end, grep }: RefQuery): RefQuery => ({
  start: start.trim(),
  end: end.trim(),
  grep: grep.trim(),
});
