"use client";
import { useEffect, useState } from "react";
import { answerOf, callApi } from "@/components/api/call-api";
import type { MessagePage } from "@/lib/api/schemas/message-row";
import type { OriginalPart } from "@/lib/view-models/aligned-transcript";

export type ContextParts = {
  readonly parts: ReadonlyMap<string, OriginalPart>;
  /** How far the loading is, or why it stopped; null when all parts are there. */
  readonly status: string | null;
};

const PAGE = 500;
/** Only the first line of a part is shown; its whole text comes when it is opened. */
const MAX_CHARS = 400;
const NONE: ContextParts = { parts: new Map(), status: "loading the transcript…" };

/** The parts that one request sent: finds where they begin in the log and reads only from there. */
export function useContextParts(sessionId: string, agent: string, partIds: readonly string[]): ContextParts {
  const [state, setState] = useState<ContextParts>(NONE);
  const wanted = partIds.join("\n");
  useEffect(() => {
    const abort = new AbortController();
    setState(NONE);
    if (wanted === "") return;
    readParts(sessionId, agent, wanted.split("\n"), abort.signal, setState).catch(
      () => abort.signal.aborted || setState((before) => ({ ...before, status: "the transcript could not be loaded" })),
    );
    return () => abort.abort();
  }, [sessionId, agent, wanted]);
  return state;
}

async function readParts(
  id: string,
  agent: string,
  ids: readonly string[],
  signal: AbortSignal,
  report: (state: ContextParts) => void,
): Promise<void> {
  const page = async (from: number, limit: number): Promise<MessagePage> => {
    const query = { agent, from, limit, max_chars: limit === 1 ? 1 : MAX_CHARS };
    return answerOf(await callApi("GET /api/sessions/{id}/messages", { path: { id }, query, signal }));
  };
  const path = { id, partId: plainId(ids[0] ?? "") };
  const { message_index: start } = answerOf(await callApi("GET /api/sessions/{id}/parts/{partId}", { path, signal }));
  const missing = new Set(ids.map(plainId));
  const parts = new Map<string, OriginalPart>();
  let from: number | null = await positionOf(start, page);
  while (from !== null && missing.size > 0) {
    const { messages, next_from: next }: MessagePage = await page(from, PAGE);
    for (const part of messages.flatMap((message) => message.parts))
      if (missing.delete(part.id)) parts.set(part.id, part);
    from = next;
    report({
      parts: new Map(parts),
      status: missing.size > 0 && next !== null ? `${parts.size} of ${ids.length} parts loaded` : null,
    });
  }
}

/** Position among the agent's messages of the one at `index` in the whole log; both grow together. */
async function positionOf(index: number, page: (from: number, limit: number) => Promise<MessagePage>): Promise<number> {
  const { total } = await page(0, 1);
  let low = 0;
  let high = Math.min(index, total - 1);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const { messages } = await page(middle, 1);
    if ((messages[0]?.index ?? Number.POSITIVE_INFINITY) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A result that the client blanked keeps its id with a mark. */
const plainId = (id: string) => id.replace(/~cleared$/, "");
