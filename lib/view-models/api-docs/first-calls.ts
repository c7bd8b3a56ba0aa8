import { english, type Say } from "../../wording/say";
import { snippetOf } from "./api-docs-snippets";

/** A call that most people need first, to paste into a shell. */
export type FirstCall = {
  /** The id of the call's operation. */
  readonly op: string;
  readonly title: string;
  readonly curl: string;
};

const TEXT = "Why does the deploy fail?";

/** `newest`: a session of this library, so that its call works unchanged; null without one. */
export function firstCalls(origin: string, newest: string | null, say: Say = english): FirstCall[] {
  const curl = (method: string, path: string, more: { body?: unknown; file?: string } = {}) =>
    snippetOf("curl", {
      method,
      url: `${origin}${path}`,
      body: more.body === undefined ? null : JSON.stringify(more.body),
      file: more.file ?? null,
    });
  const id = newest === null ? "SESSION_ID" : encodeURIComponent(newest);
  return [
    {
      op: "postSessions",
      title: say("Import a session: the file that your agent wrote"),
      curl: curl("POST", "/api/sessions", { file: "session.jsonl" }),
    },
    {
      op: "getSessionsIdAnswer",
      title: say("Ask what a session cost, why, and what to change"),
      curl: curl("GET", `/api/sessions/${id}/answer`),
    },
    {
      op: "postCompress",
      title: say("Make a conversation smaller before you send it"),
      curl: curl("POST", "/api/compress", { body: { model: "gpt-5", messages: [{ role: "user", content: TEXT }] } }),
    },
  ];
}
