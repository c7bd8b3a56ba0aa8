/** Initial values of the playground's fields. */
export type ExampleCall = {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Indented JSON; null if the operation takes none. */
  readonly body: string | null;
};

/** Placeholder for a session id if there is none. */
const NO_SESSION = "SESSION_ID";

const MESSAGES = [
  { role: "user", content: "Why does the deploy fail?" },
  {
    role: "assistant",
    content: null,
    tool_calls: [
      { id: "call_1", type: "function", function: { name: "get_logs", arguments: JSON.stringify({ lines: 40 }) } },
    ],
  },
  {
    role: "tool",
    tool_call_id: "call_1",
    content: Array.from(
      { length: 40 },
      (_, line) => `12:00:${String(line).padStart(2, "0")} INFO step ${line} done`,
    ).join("\n"),
  },
  { role: "assistant", content: "The log shows no error. Which deploy do you mean?" },
];
const MODEL = "gpt-5";
const COMPARED = ["roo-truncate", "swe-agent-last-n", "winnow"];

/** The conversation to work on: the page's session, or a small example. */
const conversation = (session: string | null) =>
  session === null ? { messages: MESSAGES, model: MODEL } : { session: { id: session } };

/** A body for every operation that takes JSON. None deletes, restores or changes a setting if sent by accident. */
const BODIES: Readonly<Record<string, (session: string | null, stored: string) => unknown>> = {
  "POST /api/compress": (session) => ({ ...conversation(session), strategy: "centagent-externalise", force: true }),
  "POST /api/compress/compare": (session) => ({ ...conversation(session), strategies: COMPARED, force: true }),
  "POST /v1/compress": () => ({ messages: MESSAGES, model: MODEL }),
  "POST /compact": () => ({ messages: MESSAGES, model: MODEL }),
  "POST /api/validate": () => ({ messages: MESSAGES, model: MODEL }),
  "POST /api/convert": () => ({ messages: MESSAGES, to: "anthropic" }),
  "POST /api/tokens": () => ({ text: "How many tokens is this?", tokenizers: ["o200k", "claude"] }),
  "POST /api/cache/simulate": () => ({
    policy: "openai-auto",
    requests: [
      { started_at: "2026-01-05T10:00:00Z", blocks: [{ tokens: 2048, hash: "a" }] },
      {
        started_at: "2026-01-05T10:01:00Z",
        blocks: [
          { tokens: 2048, hash: "a" },
          { tokens: 512, hash: "b" },
        ],
      },
    ],
  }),
  "POST /api/evaluate": (_, stored) => ({ session: { id: stored, request: 0 }, strategy: "winnow", force: true }),
  "POST /api/replay": (_, stored) => ({ session: { id: stored }, policies: ["keep-all"] }),
  "POST /api/corpus": (_, stored) => ({ sessions: [stored], strategies: ["winnow"], cuts: 1 }),
  "POST /api/advise": (_, stored) => ({ sessions: [stored] }),
  "POST /api/two-arms": (_, stored) => ({ a: { sessions: [stored] }, b: { sessions: [stored] }, pair_by: "none" }),
  "POST /api/runs": (_, stored) => ({ kind: "comparison", session: { id: stored }, result: {} }),
  "POST /api/library/changes": (_, stored) => ({ sessions: [stored], add_tags: [] }),
  "PUT /api/sessions/{id}/model": () => ({ model: MODEL, scope: "session" }),
  "POST /api/sessions/{id}/comments": () => ({ index_in_agent: 0, text: "Look at this one." }),
  "PATCH /api/sessions/{id}/comments/{commentId}": () => ({ text: "Look at this one again." }),
  "POST /api/discover/import": () => ({ root: "claude-code", paths: ["FILE"] }),
  "PUT /api/follow": () => ({ root: "ROOT", on: false }),
  "PATCH /api/models/{id}": () => ({}),
  "POST /api/library/restore": () => ({ backup: "NAME_OF_A_COPY" }),
  "POST /api/otlp/v1/{signal}": () => ({ resourceSpans: [] }),
  "POST /api/mcp": () => ({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  "PATCH /api/settings": () => ({}),
  "PUT /api/settings/clients": () => ({ client: "CLIENT", model: null }),
  "POST /api/settings/test": () => ({ role: "summary" }),
  "POST /api/imports/known": () => ({ sha256: ["0".repeat(64)] }),
  "POST /api/keys": () => ({ name: "Tried on the API page", scopes: ["compress"] }),
  "POST /api/projects": () => ({ name: "Tried on the API page" }),
  "PATCH /api/projects/{id}": () => ({ name: "Renamed on the API page" }),
  "PATCH /api/people/{id}": () => ({ is_admin: false }),
  "PUT /api/people/{id}/roles/{projectId}": () => ({ role: "reader" }),
  "POST /api/sign-in": () => ({ key: "THE_KEY" }),
};

const PATHS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/api/models/{id}": { id: "openai/gpt-5" },
  "/api/otlp/v1/{signal}": { signal: "traces" },
  "/api/strategies/{id}": { id: "winnow" },
  "/api/sessions/{id}/compactions/{index}": { index: "0" },
};
const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "GET /api/sessions": { limit: "5" },
  "GET /api/library/sessions": { limit: "5" },
  "GET /api/sessions/{id}/messages": { limit: "3" },
  "GET /api/sessions/{id}/export": { format: "markdown" },
  "POST /api/replay": { wait: "true" },
};

/**
 * An example call. `session`: the page's, used by compress and compare; `newest`: the library's newest, for routes that
 * need one. Either may be null.
 */
export function exampleCall(
  method: string,
  path: string,
  { session, newest }: { readonly session: string | null; readonly newest: string | null },
): ExampleCall {
  const key = `${method} ${path}`;
  const stored = session ?? newest;
  const body = BODIES[key]?.(session, stored ?? NO_SESSION);
  return {
    path: { ...(path.startsWith("/api/sessions/{id}") && { id: stored ?? "" }), ...PATHS[path] },
    query: { ...QUERIES[key], ...(key === "GET /api/runs" && session !== null && { session }) },
    body: body === undefined ? null : JSON.stringify(body, null, 2),
  };
}
