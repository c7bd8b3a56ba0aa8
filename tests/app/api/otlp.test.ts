import fs from "node:fs";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { whenIngested } from "@/lib/server/otlp/otlp-sessions";
import { apiRoute } from "../../support/api-route";
import { bytesField, fixed64Field, join, textField, varintField } from "../../support/protobuf-writer";
import { readProblem, send, startTestServer } from "../../support/test-server";

const list = apiRoute("GET /api/library/sessions");
const POST = apiRoute("POST /api/otlp/v1/{signal}");
const findingsOf = apiRoute("GET /api/sessions/{id}/findings");
const messagesOf = apiRoute("GET /api/sessions/{id}/messages");
const requestsOf = apiRoute("GET /api/sessions/{id}/requests");
const getSession = apiRoute("GET /api/sessions/{id}");
const upload = apiRoute("POST /api/sessions");

/** Exports as an OpenTelemetry exporter sends them, written for these tests. */

startTestServer();
afterEach(whenIngested);

type Said = readonly { readonly role: string; readonly text: string }[];
const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
});
const messages = (said: Said) =>
  JSON.stringify(said.map(({ role, text }) => ({ role, parts: [{ type: "text", content: text }] })));
const nanos = (second: number) => `${1_767_225_600 + second}000000000`;

/** A span of a model call by today's conventions. */
const chat = (id: string, trace: string, second: number, prompt: Said, answer: string, more: object[] = []) => ({
  traceId: trace,
  spanId: id,
  name: "chat gpt-5",
  startTimeUnixNano: nanos(second),
  endTimeUnixNano: nanos(second + 1),
  attributes: [
    attribute("gen_ai.operation.name", "chat"),
    attribute("gen_ai.provider.name", "openai"),
    attribute("gen_ai.request.model", "gpt-5"),
    attribute("gen_ai.input.messages", messages(prompt)),
    attribute("gen_ai.output.messages", messages([{ role: "assistant", text: answer }])),
    attribute("gen_ai.usage.input_tokens", 1_000 + second),
    attribute("gen_ai.usage.output_tokens", 20),
    ...more,
  ],
});
const exported = (...spans: object[]) => ({
  resourceSpans: [
    { resource: { attributes: [attribute("service.name", "demo")] }, scopeSpans: [{ scope: {}, spans }] },
  ],
});

function post(signal: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
  return send(POST, `/api/otlp/v1/${signal}`, {
    method: "POST",
    params: { signal },
    headers: { "content-type": "application/json", ...headers },
    body: body as BodyInit,
  });
}
const postJson = async (signal: string, value: unknown) => (await post(signal, JSON.stringify(value))).json();
async function sessions(): Promise<{ id: string; requests: number; title: string }[]> {
  await whenIngested();
  return (await (await send(list, "/api/library/sessions")).json()).sessions;
}

const first: Said = [{ role: "user", text: "Why does the build fail?" }];
const second: Said = [...first, { role: "assistant", text: "A test fails." }, { role: "user", text: "Mend it." }];
const conversation = [attribute("gen_ai.conversation.id", "conv-1")];

test("a conversation of two traces is one session, and later spans continue it", async () => {
  expect(await postJson("traces", exported(chat("a1", "t1", 0, first, "A test fails.", conversation)))).toEqual({});
  const [before] = await sessions();
  expect(before).toMatchObject({ requests: 1 });
  expect(await postJson("traces", exported(chat("a2", "t2", 5, second, "Mended.", conversation)))).toEqual({});
  const after = await sessions();
  expect(after).toHaveLength(1);
  expect(after[0]).toMatchObject({ id: before?.id, requests: 2 });
  const id = before?.id ?? "";
  const page = await (await send(messagesOf, `/api/sessions/${id}/messages`, { params: { id } })).json();
  expect(JSON.stringify(page)).toContain("Mended.");
});

test("counts repeated spans once, and decompresses gzip", async () => {
  const bytes = gzipSync(JSON.stringify(exported(chat("a2", "t2", 5, second, "Mended.", conversation))));
  expect(await (await post("traces", bytes, { "content-encoding": "gzip" })).json()).toEqual({});
  expect(await sessions()).toMatchObject([{ requests: 2 }]);
});

test("without a conversation, each trace is a session", async () => {
  const spans = ["x", "y", "z"].map((trace, at) => chat(`s${trace}`, trace, at, first, `Answer ${trace}.`));
  expect(await postJson("traces", exported(...spans))).toEqual({});
  expect(await sessions()).toHaveLength(4);
});

test("keeps all concurrent exports of one conversation", async () => {
  const own = [attribute("gen_ai.conversation.id", "conv-2")];
  let history: Said = [];
  const exports = Array.from({ length: 12 }, (_, at) => {
    const prompt = [...history, { role: "user", text: `Question ${at}` }];
    history = [...prompt, { role: "assistant", text: `Answer ${at}` }];
    return exported(chat(`p${at}`, `tp${at}`, at * 2, prompt, `Answer ${at}`, own));
  });
  await Promise.all(exports.map((value) => postJson("traces", value)));
  expect((await sessions()).map(({ requests }) => requests)).toContain(12);
});

test("accepts protobuf like JSON, in parts of one conversation, and answers in protobuf", async () => {
  const bytesOf = (id: string, second: number, prompt: Said, answer: string) => {
    const { attributes } = chat(id, id, second, prompt, answer, [attribute("gen_ai.conversation.id", "conv-proto")]);
    const attributeBytes = ({ key, value }: { key: string; value: object }) => {
      const [name, said] = Object.entries(value)[0] as [string, string];
      const any = name === "intValue" ? varintField(3, BigInt(said)) : textField(1, said);
      return bytesField(9, join([textField(1, key), bytesField(2, any)]));
    };
    const span = join([
      bytesField(1, Buffer.from(id.padEnd(16))),
      bytesField(2, Buffer.from(id.padEnd(8))),
      textField(5, "chat gpt-5"),
      fixed64Field(7, BigInt(nanos(second))),
      fixed64Field(8, BigInt(nanos(second + 1))),
      ...attributes.map((one) => attributeBytes(one as { key: string; value: object })),
    ]);
    return bytesField(1, bytesField(2, bytesField(2, span)));
  };
  const protobuf = { "content-type": "application/x-protobuf" };
  const answer = await post("traces", bytesOf("b1", 100, first, "A test fails."), protobuf);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/x-protobuf"]);
  expect((await answer.arrayBuffer()).byteLength).toBe(0);
  await post("traces", gzipSync(bytesOf("b2", 105, second, "Mended by protobuf.")), {
    ...protobuf,
    "content-encoding": "gzip",
  });
  expect((await sessions())[0]).toMatchObject({ requests: 2 });
  const refused = await post(
    "metrics",
    bytesField(1, bytesField(2, bytesField(2, bytesField(7, bytesField(1, new Uint8Array()))))),
    protobuf,
  );
  expect(Buffer.from(await refused.arrayBuffer()).toString()).toContain("metrics are not kept");
});

describe("reports what is not kept as OTLP prescribes", () => {
  test("spans without a model, without token counts, and without an id", async () => {
    const plain = { traceId: "web", spanId: "w", name: "GET /", attributes: [] };
    const counts = {
      ...plain,
      traceId: "cc",
      name: "claude_code.llm_request",
      attributes: [attribute("gen_ai.request.model", "claude-sonnet-4-5")],
    };
    const { partialSuccess } = await postJson("traces", exported(plain, counts, { name: "no id" }));
    expect(partialSuccess.rejectedSpans).toBe(3);
    expect(partialSuccess.errorMessage).toContain("model calls");
    expect(partialSuccess.errorMessage).toContain("Claude Code");
  });

  test("log records without counts, and metrics", async () => {
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [{}, {}] }] }] };
    const { partialSuccess } = await postJson("logs", logs);
    expect(partialSuccess).toMatchObject({
      rejectedLogRecords: 2,
      errorMessage: expect.stringContaining("api_request"),
    });
    const metrics = { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ sum: { dataPoints: [{}] } }] }] }] };
    const answer = await postJson("metrics", metrics);
    expect(answer.partialSuccess.rejectedDataPoints).toBe(1);
    expect(answer.partialSuccess.errorMessage).toContain("OTEL_LOGS_EXPORTER");
    expect(await postJson("logs", {})).toEqual({});
  });
});

describe("Claude Code's telemetry", () => {
  const SESSION = "11111111-2222-4333-8444-555555555555";
  const call = (second: number, read: number, write: number, session = SESSION) => ({
    timeUnixNano: nanos(second),
    body: { stringValue: "claude_code.api_request" },
    attributes: [
      attribute("session.id", session),
      attribute("user.email", "somebody@example.com"),
      attribute("query_source", "repl_main_thread"),
      attribute("model", "claude-sonnet-4-5"),
      attribute("input_tokens", 4),
      attribute("cache_read_tokens", read),
      attribute("cache_creation_tokens", write),
      attribute("output_tokens", 100),
      attribute("duration_ms", 2_000),
    ],
  });
  const logs = (...logRecords: object[]) => ({
    resourceLogs: [{ resource: {}, scopeLogs: [{ scope: {}, logRecords }] }],
  });
  const ofTelemetry = async () => (await sessions()).filter(({ title }) => title.includes(SESSION));

  test("one session per id, continued by later events; repeated events count once", async () => {
    expect(await postJson("logs", logs(call(0, 0, 20_000), call(9, 20_000, 900)))).toEqual({});
    const [before] = await ofTelemetry();
    expect(before).toMatchObject({ requests: 2 });
    expect(await postJson("logs", logs(call(9, 20_000, 900), call(20, 20_900, 500)))).toEqual({});
    expect(await ofTelemetry()).toMatchObject([{ id: before?.id, requests: 3 }]);
  });

  test("its session has every view, and reveals nothing about the person", async () => {
    const [session] = await ofTelemetry();
    const id = session?.id ?? "";
    for (const [view, GET] of Object.entries({
      session: getSession,
      messages: messagesOf,
      requests: requestsOf,
      findings: findingsOf,
    })) {
      const answer = await send(GET, `/api/sessions/${id}${view === "session" ? "" : `/${view}`}`, { params: { id } });
      expect({ view, status: answer.status }).toEqual({ view, status: 200 });
      expect(await answer.text()).not.toContain("somebody@example.com");
    }
  });

  test("reports events as not kept if the session's transcript is in the library", async () => {
    const known = "99999999-2222-4333-8444-555555555555";
    const row = {
      type: "user",
      uuid: "u1",
      parentUuid: null,
      sessionId: known,
      message: { role: "user", content: "Hello" },
    };
    const form = new FormData();
    form.append(
      "file",
      new File([JSON.stringify({ ...row, timestamp: "2026-01-01T00:00:00Z", version: "2.1.0" })], `${known}.jsonl`),
    );
    const uploaded = await send(upload, "/api/sessions", { method: "POST", body: form });
    expect(uploaded.status).toBe(201);
    const { partialSuccess } = await postJson("logs", logs(call(0, 0, 20_000, known)));
    expect(partialSuccess).toMatchObject({
      rejectedLogRecords: 1,
      errorMessage: expect.stringContaining("transcript"),
    });
  });
});

describe("hostile exports", () => {
  test.each([
    ["no protobuf", "x", { "content-type": "application/x-protobuf" }, 400, "invalid-protobuf"],
    ["another encoding", "{}", { "content-encoding": "br" }, 415, "unsupported-encoding"],
    ["no gzip", "{}", { "content-encoding": "gzip" }, 400, "bad-gzip"],
    ["no JSON", "{", {}, 400, "invalid-json"],
    ["no export", "[]", {}, 422, "invalid-parameter"],
    ["a foreign host", "{}", { host: "evil.example" }, 403, "host-not-allowed"],
  ])("%s", async (_, body, headers, status, code) => {
    const problem = await readProblem(await post("traces", body, headers as never));
    expect(problem).toMatchObject({ status, code });
  });

  test("refuses a decompression bomb before decompressing it", async () => {
    const bytes = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32));
    expect((await readProblem(await post("traces", bytes, { "content-encoding": "gzip" }))).code).toBe("too-large");
  });

  test("a conversation whose name looks like a path stays in its folder", async () => {
    const before = (await sessions()).length;
    const own = [attribute("gen_ai.conversation.id", "../../../etc/passwd\u0000")];
    await postJson("traces", exported(chat("h1", "th", 0, first, "Hello.", own)));
    expect((await sessions()).length).toBe(before + 1);
    expect(fs.existsSync("/etc/passwd.jsonl")).toBe(false);
  });

  test("an unknown signal is not found", async () => {
    expect((await readProblem(await post("profiles", "{}"))).status).toBe(404);
  });
});
