import { type CapturedRow, capturedRows } from "./captured-session";

export const BODIES_SESSION = "0b8f6a52-6f0e-4d0a-9d0c-2f7b4f5f7a11";
const START = Date.UTC(2026, 0, 1);

type Call = {
  readonly line: string;
  readonly request: string;
  readonly response: string;
  readonly names: readonly [string, string];
};

/** A call as written by Claude Code with OTEL_LOG_RAW_API_BODIES: a line of the index, and two files. */
export function callFiles(at: number, source: string, body: object, answer: object): Call {
  const names = [`${String(at).padStart(8, "0")}-uuid.request.json`, `req_${at}.response.json`] as const;
  const line = JSON.stringify({
    timestamp: new Date(START + at * 60_000 + 9_000).toISOString(),
    session_id: BODIES_SESSION,
    query_source: source,
    model: "claude-sonnet-4-5-20250929",
    request_id: `req_${at}`,
    message_id: `msg_${at}`,
    message_uuid: `uuid-${at}`,
    request_file: `/somewhere/else/${names[0]}`,
    response_file: names[1],
  });
  return { line, request: JSON.stringify(body), response: JSON.stringify(answer), names };
}

/** Six calls of the main agent, plus an earlier one that names the session and a sub-agent's call in between. */
export function claudeBodies(): Call[] {
  const rows = capturedRows();
  const main = (row: CapturedRow, at: number) =>
    callFiles(at, "repl_main_thread", billed(row.request.body, at), row.response.body);
  const side = (at: number, source: string, text: string) =>
    callFiles(
      at,
      source,
      { model: "claude-haiku-4-5", messages: [{ role: "user", content: text }] },
      {
        id: `msg_${at}`,
        type: "message",
        role: "assistant",
        model: "claude-haiku-4-5",
        content: [{ type: "text", text: "Done." }],
        usage: { input_tokens: 30, output_tokens: 2 },
      },
    );
  const [first, second, ...rest] = rows.map((row) => (at: number) => main(row, at));
  const order = [
    (at: number) => side(at, "generate_session_title", "Name this session."),
    first,
    second,
    (at: number) => side(at, "agent:builtin:Explore", "Find the tests."),
    ...rest,
  ];
  return order.flatMap((make, at) => make?.(at + 1) ?? []);
}

const billed = (body: CapturedRow["request"]["body"], at: number) => ({
  ...body,
  system: [
    { type: "text", text: `x-anthropic-billing-header: cc_version=2.1.274.${at}; cc_entrypoint=cli; cch=0000${at};` },
    ...body.system,
  ],
  metadata: { user_id: JSON.stringify({ session_id: BODIES_SESSION }) },
});

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
});

/** An export of events about calls, by call number. */
export const countsOf = (...calls: readonly { readonly at: number; readonly error?: string }[]) => ({
  resourceLogs: [
    {
      scopeLogs: [
        {
          logRecords: calls.map(({ at, error }) => ({
            body: { stringValue: `claude_code.${error === undefined ? "api_request" : "api_error"}` },
            timeUnixNano: `${START + at * 60_000 + 9_000}000000`,
            attributes: [
              attribute("session.id", BODIES_SESSION),
              attribute("model", "claude-sonnet-4-5-20250929"),
              attribute("query_source", "repl_main_thread"),
              attribute("input_tokens", 7),
              attribute("cache_read_tokens", 700),
              attribute("cache_creation_tokens", 70),
              attribute("output_tokens", 17),
              attribute("duration_ms", 4_000),
              attribute("request_id", `req_${at}`),
              ...(error === undefined ? [] : [attribute("error", error), attribute("status_code", 529)]),
            ],
          })),
        },
      ],
    },
  ],
});
