"use client";
import { useEffect, useState } from "react";
import type { MessagePage, MessageRow } from "./session-data";

export type MessagesState = {
  messages: readonly MessageRow[];
  total: number | null;
  error: { title: string; code?: string } | null;
  retry: () => void;
};

const PAGE = 200;
/** Longer texts come whole when they are unfolded. */
const MAX_CHARS = 2000;
/** What was read last in this tab, so that switching agents back and forth costs nothing. A few, or it would only grow. */
const cache = new Map<string, { messages: MessageRow[]; total: number }>();
const KEPT = 3;

function remember(key: string, messages: MessageRow[], total: number): void {
  cache.delete(key);
  cache.set(key, { messages, total });
  for (const old of [...cache.keys()].slice(0, -KEPT)) cache.delete(old);
}

/** All messages of an agent, page by page; rows appear as they come. */
export function useMessages(sessionId: string, agent: string): MessagesState {
  const key = `${sessionId} ${agent}`;
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<MessagesState, "retry"> & { key: string }>(() => initial(key));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts the reading again
  useEffect(() => {
    const known = cache.get(key);
    setState(initial(key));
    if (known && known.messages.length >= known.total) return;
    const abort = new AbortController();
    readAll(sessionId, agent, abort.signal, (messages, total) => {
      remember(key, messages, total);
      setState({ key, messages, total, error: null });
    }).catch((error: unknown) => {
      if (abort.signal.aborted) return;
      setState((before) => ({ ...before, error: describe(error) }));
    });
    return () => abort.abort();
  }, [sessionId, agent, key, attempt]);
  const shown = state.key === key ? state : initial(key);
  return { ...shown, retry: () => setAttempt(attempt + 1) };
}

function initial(key: string) {
  const known = cache.get(key);
  return { key, messages: known?.messages ?? [], total: known?.total ?? null, error: null };
}

type OnPage = (messages: MessageRow[], total: number) => void;

async function readAll(sessionId: string, agent: string, signal: AbortSignal, onPage: OnPage): Promise<void> {
  let messages: MessageRow[] = [];
  let from: number | null = 0;
  while (from !== null) {
    const query = new URLSearchParams({ agent, from: `${from}`, limit: `${PAGE}`, max_chars: `${MAX_CHARS}` });
    const page: MessagePage = await readJson(
      `/api/sessions/${encodeURIComponent(sessionId)}/messages?${query}`,
      signal,
    );
    messages = [...messages, ...page.messages];
    onPage(messages, page.total);
    from = page.next_from;
  }
}

/** The whole text of a part that a page cut. */
export async function readPartText(sessionId: string, partId: string, signal?: AbortSignal): Promise<string> {
  const url = `/api/sessions/${encodeURIComponent(sessionId)}/parts/${encodeURIComponent(partId)}`;
  const response = await fetch(url, signal ? { signal } : {});
  if (!response.ok) throw await problemOf(response);
  if (!response.headers.get("content-type")?.includes("json")) return response.text();
  const body = (await response.json()) as { text: string };
  return body.text;
}

async function readJson<Body>(url: string, signal: AbortSignal): Promise<Body> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as Body;
}

class ProblemError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function problemOf(response: Response): Promise<ProblemError> {
  const problem = (await response.json().catch(() => ({}))) as { code?: string; detail?: string; title?: string };
  return new ProblemError(
    problem.code ?? `http-${response.status}`,
    problem.detail ?? problem.title ?? response.statusText,
  );
}

function describe(error: unknown): { title: string; code?: string } {
  if (error instanceof ProblemError) return { title: error.message || "The server refused", code: error.code };
  return { title: "The server did not answer", code: "no-answer" };
}
