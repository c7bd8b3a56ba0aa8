import type { MessagePage } from "../../lib/api/schemas/message-row";

/** Longer texts come whole when they are unfolded. */
const MAX_CHARS = 2000;

export type ReadPage = (from: number, limit: number) => Promise<MessagePage>;

/** Pages of one agent's messages. */
export const messageReader =
  (sessionId: string, agent: string): ReadPage =>
  (from, limit) => {
    const query = new URLSearchParams({ agent, from: `${from}`, limit: `${limit}`, max_chars: `${MAX_CHARS}` });
    return readJson(`/api/sessions/${encodeURIComponent(sessionId)}/messages?${query}`);
  };

/** The whole text of a part that a page cut. */
export async function readPartText(sessionId: string, partId: string, signal?: AbortSignal): Promise<string> {
  const url = `/api/sessions/${encodeURIComponent(sessionId)}/parts/${encodeURIComponent(partId)}`;
  return (await readJson<{ text: string }>(url, signal)).text;
}

async function readJson<Body>(url: string, signal?: AbortSignal): Promise<Body> {
  const response = await fetch(url, signal ? { signal } : {});
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

export type ReadFailure = { readonly title: string; readonly code: string };

/** For the screen: what the server said, or that it said nothing. */
export function describeFailure(error: unknown): ReadFailure {
  if (error instanceof ProblemError) return { title: error.message || "The server refused", code: error.code };
  return { title: "The server did not answer", code: "no-answer" };
}
