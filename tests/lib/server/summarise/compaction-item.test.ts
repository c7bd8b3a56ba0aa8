import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeItem } from "@/lib/server/summarise/make-item";
import { apiRoute } from "../../../support/api-route";
import { postJson, startTestServer } from "../../../support/test-server";

const compress = apiRoute("POST /api/compress");

startTestServer();

type Sent = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Record<string, unknown> };
const sent: Sent[] = [];
let behave: (body: Sent) => { status: number; json: unknown };

/** A local server in place of both providers; it answers as the test defines. */
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown>;
  const received = { path: request.url ?? "", headers: request.headers, body };
  sent.push(received);
  const { status, json } = behave(received);
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(json));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const SETTINGS = [
  "OPENAI_API_KEY",
  "OPENAI_BASE_URL",
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_BASE_URL",
  "WINNOW_SUMMARY_MODEL",
  "WINNOW_SUMMARY_RETRIES",
  "WINNOW_SUMMARY_TIMEOUT_SECONDS",
];
const saved = SETTINGS.map((name) => [name, process.env[name]] as const);
const restore = () => {
  for (const [name, value] of saved) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
};
beforeEach(() => {
  sent.length = 0;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  delete process.env.WINNOW_SUMMARY_MODEL;
  Object.assign(process.env, {
    OPENAI_API_KEY: "test-key",
    OPENAI_BASE_URL: url,
    ANTHROPIC_API_KEY: "test-key",
    ANTHROPIC_BASE_URL: url,
    WINNOW_SUMMARY_RETRIES: "0",
  });
});
afterEach(restore);

const WORDS = "a longer passage about the work that was done here, with details. ".repeat(20);
const schema = { type: "object", properties: { path: { type: "string" } } };
const ITEM = { type: "compaction", id: "cmp_1", encrypted_content: "gAAAAAB" };
const BLOCK = { type: "compaction", content: "The login was fixed.", signature: "sig" };

const openai = {
  format: "openai-responses",
  model: "gpt-5.3-codex",
  strategy: "opaque",
  summarizer: { model: "openai/gpt-5.3-codex" },
  instructions: "You are an agent.",
  tools: [{ type: "function", name: "read", parameters: schema }],
  input: [
    { role: "user", content: `Fix the login. ${WORDS}` },
    { type: "function_call", call_id: "c1", name: "read", arguments: '{"path":"a.ts"}' },
    { type: "function_call_output", call_id: "c1", output: WORDS },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: `Fixed. ${WORDS}` }] },
    { role: "user", content: "And the tests?" },
  ],
};
const openaiAnswer = (output: unknown[]) => ({
  status: 200,
  json: {
    id: "resp_1",
    object: "response",
    created_at: 1,
    model: "gpt-5.3-codex",
    output,
    usage: { input_tokens: 900, output_tokens: 40 },
  },
});

const anthropic = {
  format: "anthropic",
  model: "claude-opus-5",
  strategy: "opaque",
  summarizer: { model: "anthropic/claude-opus-5", max_tokens: 3000 },
  system: "You are an agent.",
  tools: [{ name: "read", input_schema: schema }],
  messages: [
    { role: "user", content: `Fix the login. ${WORDS}` },
    { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "read", input: { path: "a.ts" } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: WORDS }] },
    { role: "assistant", content: `Fixed. ${WORDS}` },
    { role: "user", content: "And the tests?" },
  ],
};
const anthropicAnswer = (content: unknown[], stop_reason: string) => ({
  status: 200,
  json: {
    type: "message",
    id: "msg_1",
    model: "claude-opus-5",
    role: "assistant",
    content,
    stop_reason,
    usage: {
      input_tokens: 0,
      output_tokens: 0,
      iterations: [{ type: "compaction", input_tokens: 800, output_tokens: 60 }],
    },
  },
});

const post = async (body: object) => (await postJson(compress, "/api/compress", body)).json();
const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code);

describe("POST /api/compress with a provider that compacts", () => {
  test("OpenAI: the history and its tools are sent and not stored; the item comes back unchanged", async () => {
    behave = () => openaiAnswer([ITEM]);
    const answer = await post(openai);
    expect(answer.status).toBe("applied");
    expect(answer.input).toEqual([openai.input[0], ITEM, openai.input[4]]);
    expect(answer.instructions).toBe("You are an agent.");
    expect(answer.stats.model_calls).toMatchObject([
      { model: "openai/gpt-5.3-codex", input_tokens: 900, output_tokens: 40 },
    ]);
    const [{ path, body }] = sent as [Sent];
    expect(path).toBe("/v1/responses");
    expect(body).toMatchObject({ model: "gpt-5.3-codex", store: false });
    const input = body.input as { type?: string; role?: string }[];
    expect(input.at(-1)).toEqual({ type: "compaction_trigger" });
    expect(JSON.stringify(input)).toContain("You are an agent.");
    expect(JSON.stringify(input)).toContain("function_call_output");
    expect(JSON.stringify(input)).not.toContain("And the tests?");
    expect(body.tools).toMatchObject([{ type: "function", name: "read" }]);
  });

  test("Anthropic: the block comes first, with its signature and its beta", async () => {
    behave = () => anthropicAnswer([BLOCK], "compaction");
    const { instructions: _, ...body } = { ...anthropic, instructions: "the tests" };
    const answer = await post({ ...body, strategy: { id: "opaque", params: { instructions: "the tests" } } });
    expect(answer.status).toBe("applied");
    expect(answer.messages).toEqual([{ role: "assistant", content: [BLOCK] }, anthropic.messages[4]]);
    const [request] = sent;
    expect(request?.path).toBe("/v1/messages");
    expect(request?.headers["anthropic-beta"]).toContain("compact-2026-09-04");
    expect(request?.body).toMatchObject({
      compaction: { type: "summarize", instructions: "the tests" },
      max_tokens: 3000,
      tools: [{ name: "read" }],
    });
    expect(answer.stats.model_calls).toMatchObject([{ input_tokens: 800, output_tokens: 60 }]);
  });

  test("the answer is accepted as input again: passed through, without a call", async () => {
    behave = () => anthropicAnswer([BLOCK], "compaction");
    const { messages } = await post(anthropic);
    const again = await post({ ...anthropic, messages });
    expect([again.status, again.messages, sent.length]).toEqual(["noop", messages, 1]);
  });

  test("without an item in the answer, or after a provider error: returns the input with the reason, and nothing of the conversation in it", async () => {
    behave = () => anthropicAnswer([{ type: "text", text: "I would rather not" }], "refusal");
    const warningOf = async (body: object, code: string) => {
      const { status, warnings } = await (await postJson(compress, "/api/compress", body)).json();
      expect(status).toBe("failed");
      return warnings.find((warning: { code: string }) => warning.code === code);
    };
    expect((await warningOf(anthropic, "item-missing")).message).toContain("refusal");
    behave = () => ({ status: 500, json: { error: { message: WORDS } } });
    expect((await warningOf(openai, "item-failed")).message).not.toContain("longer passage");
  });

  test("without a key or a model, or in another format, it is unavailable with the reason, and nothing is called", async () => {
    delete process.env.OPENAI_API_KEY;
    const unset = await post(openai);
    const { summarizer: _, ...noModel } = openai;
    const nobody = await post(noModel);
    const byRule = await post({ ...openai, summarizer: "extractive" });
    const foreign = await post({ ...openai, summarizer: { model: "anthropic/claude-opus-5" } });
    for (const answer of [unset, nobody, byRule, foreign])
      expect([answer.status, codes(answer)]).toEqual(["unavailable", ["no-compaction-item"]]);
    expect(unset.warnings[0].message).toContain("OPENAI_API_KEY");
    expect(nobody.warnings[0].message).toContain("WINNOW_SUMMARY_MODEL");
    expect(foreign.warnings[0].message).toContain("anthropic can only stand in anthropic");
    expect(sent).toEqual([]);
  });
});

describe("a URL in a conversation is never fetched", () => {
  const hosts: string[] = [];
  beforeEach(() => {
    hosts.length = 0;
    vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
      const { hostname } = new URL(input instanceof Request ? input.url : input);
      hosts.push(hostname);
      return hostname === "127.0.0.1" ? realFetch(input, init) : new Response("the inside of another network");
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  const realFetch = globalThis.fetch;

  test.each(["text/plain", "audio/wav", "image/png", "application/pdf"])(
    "of a file with type %s",
    async (mediaType) => {
      behave = () => openaiAnswer([ITEM]);
      const file = { id: "f", type: "file", mediaType, byteLength: 0, url: "http://files.example.org/x" } as const;
      const text = { id: "t", type: "text", text: WORDS } as const;
      const conversation = { tools: [], messages: [{ id: "m", role: "user", parts: [file, text] } as const] };
      const request = { provider: "openai", conversation, instructions: null, maxTokens: 1_000 } as const;
      await makeItem(request as never, "openai/gpt-5.3-codex");
      expect(hosts.filter((host) => host !== "127.0.0.1")).toEqual([]);
    },
  );
});
