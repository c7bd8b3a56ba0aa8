import { ApiError, answerOf, callApi } from "@/components/api/call-api";
import { sentence } from "@/lib/wording/say";
import type { MessagePage } from "../../lib/api/schemas/message-row";

/** Maximum characters of a part's text in a page of messages; unfolding the part loads the full text. */
const MAX_CHARS = 2000;

export type ReadPage = (from: number, limit: number) => Promise<MessagePage>;

/** Returns a function that loads a page of one agent's messages. */
export const messageReader =
  (sessionId: string, agent: string): ReadPage =>
  async (from, limit) => {
    const query = { agent, from, limit, max_chars: MAX_CHARS };
    return answerOf(await callApi("GET /api/sessions/{id}/messages", { path: { id: sessionId }, query }));
  };

/** Loads the full text of a truncated part. */
export async function readPartText(sessionId: string, partId: string, signal?: AbortSignal): Promise<string> {
  const path = { id: sessionId, partId };
  return answerOf(await callApi("GET /api/sessions/{id}/parts/{partId}", { path, ...(signal && { signal }) })).text;
}

export type ReadFailure = { readonly title: string; readonly code: string; readonly request?: string | null };

/** An error for the reader: the server's message, or that the server did not respond. */
export function describeFailure(error: unknown): ReadFailure {
  if (error instanceof ApiError && error.failure.status !== null)
    return {
      title: error.message || sentence("The server refused"),
      code: error.failure.code,
      request: error.failure.request,
    };
  return { title: sentence("The server did not respond"), code: "no-answer" };
}
