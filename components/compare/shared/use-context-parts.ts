"use client";
import { useEffect, useState } from "react";
import { answerOf, callApi } from "@/components/api/call-api";
import { useSay } from "@/components/words/words-provider";
import type { MessagePage } from "@/lib/api/schemas/message-row";
import type { OriginalPart } from "@/lib/view-models/compare/aligned-transcript";
import type { Say } from "@/lib/wording/say";
import { sentence } from "@/lib/wording/say";

export type ContextParts = {
  readonly parts: ReadonlyMap<string, OriginalPart>;
  /** Loading progress, or why it stopped; null if all parts are loaded. */
  readonly status: string | null;
};

const PAGE = 500;
/** Characters loaded per part, for its first line; opening the part loads the full text. */
const MAX_CHARS = 400;
const NONE: ContextParts = { parts: new Map(), status: sentence("loading the transcript…") };

/** Loads the parts sent by one request: finds where they begin in the log and reads only from there. */
export function useContextParts(sessionId: string, agent: string, partIds: readonly string[]): ContextParts {
  const say = useSay();
  const [state, setState] = useState<ContextParts>(NONE);
  const wanted = partIds.join("\n");
  useEffect(() => {
    const abort = new AbortController();
    setState(NONE);
    if (wanted === "") return;
    readParts(sessionId, agent, wanted.split("\n"), abort.signal, setState, say).catch(
      () =>
        abort.signal.aborted ||
        setState((before) => ({ ...before, status: say("the transcript could not be loaded") })),
    );
    return () => abort.abort();
  }, [sessionId, agent, wanted, say]);
  return state;
}

async function readParts(
  id: string,
  agent: string,
  ids: readonly string[],
  signal: AbortSignal,
  report: (state: ContextParts) => void,
  say: Say,
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
      status:
        missing.size > 0 && next !== null
          ? say("{size} of {count} parts loaded", { size: parts.size, count: ids.length })
          : null,
    });
  }
}

/** Binary search for the position, among the agent's messages, of the message at `index` of the whole log. */
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

/** A part's id without the suffix for a result cleared by the client. */
const plainId = (id: string) => id.replace(/~cleared$/, "");
