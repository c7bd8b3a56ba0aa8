import { gzipSync } from "node:zlib";
import { fc } from "@fast-check/vitest";
import { beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "@/lib/server/process/limits";
import { apiRoute } from "../../support/api-route";
import { makeZstd } from "../../support/make-zstd";
import { draws } from "../../support/samples";
import { postBytes, postJson, readProblem, send, startTestServer } from "../../support/test-server";
import { exampleToCompaction, makeSession } from "../../support/transcripts";

const compare = apiRoute("POST /api/compress/compare");
const compress = apiRoute("POST /api/compress");
const ref = apiRoute("GET /api/refs/{id}");
const readRequests = apiRoute("GET /api/sessions/{id}/requests");
const upload = apiRoute("POST /api/sessions");

startTestServer();

const LONG = Array.from({ length: 900 }, (_, line) => `line ${line + 1}: value ${line * 7}`).join("\n");
const anthropic = (rounds: number, output = LONG) => ({
  system: "You list files.",
  messages: [
    { role: "user", content: "Please list the files." },
    ...Array.from({ length: rounds }, (_, round) => [
      {
        role: "assistant",
        content: [
          { type: "text", text: "Looking." },
          { type: "tool_use", id: `toolu_${round}`, name: "bash", input: { command: "ls" } },
        ],
      },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: `toolu_${round}`, content: output, x_unknown: round }],
      },
    ]).flat(),
    { role: "assistant", content: "These are the files." },
    { role: "user", content: "Thank you. And now?" },
  ],
});
const openai = (rounds: number) => ({
  messages: [
    { role: "system", content: "You list files." },
    { role: "user", content: "Please list the files." },
    ...Array.from({ length: rounds }, (_, round) => [
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: `call_${round}`, type: "function", function: { name: "bash", arguments: '{"command": "ls"}' } },
        ],
      },
      { role: "tool", tool_call_id: `call_${round}`, content: LONG },
    ]).flat(),
    { role: "assistant", content: "These are the files." },
    { role: "user", content: "Thank you. And now?" },
  ],
});
const post = async (body: unknown) => {
  const answer = await postJson(compress, "/api/compress", body);
  return { status: answer.status, body: await answer.json() };
};

describe("POST /api/compress", () => {
  test("puts long tool outputs aside in the shape that was sent, and returns them by reference", async () => {
    const sent = anthropic(6);
    const { status, body } = await post({
      ...sent,
      model: "claude-sonnet-4-5",
      strategy: "centagent-externalise",
      include: ["edits", "provenance"],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: "context.compression",
      status: "applied",
      format: "anthropic",
      system: sent.system,
    });
    expect(body.id).toMatch(/^cmp_/);
    expect(body.messages).toHaveLength(sent.messages.length);
    expect(body.messages[0]).toEqual(sent.messages[0]);
    expect(body.stats.tokens_after).toBeLessThan(body.stats.tokens_before);
    expect(body.stats.saved_fraction).toBeCloseTo(1 - body.stats.tokens_after / body.stats.tokens_before, 10);
    expect(
      body.edits.reduce(
        (sum: number, edit: { tokens_before: number; tokens_after: number }) =>
          sum + edit.tokens_before - edit.tokens_after,
        0,
      ),
    ).toBe(body.stats.tokens_saved);
    // The system text, plus one part per block or text.
    const blocks = sent.messages.map(({ content }) => (typeof content === "string" ? 1 : content.length));
    expect(body.provenance).toHaveLength(1 + blocks.reduce((sum, count) => sum + count, 0));
    expect(body.refs.length).toBeGreaterThan(0);
    const { id } = body.refs[0];
    const query = async (search: string) => (await send(ref, `/api/refs/${id}${search}`, { params: { id } })).json();
    expect((await query("")).text).toBe(LONG);
    expect((await query("?start=2&end=3")).text).toBe(LONG.split("\n").slice(1, 3).join("\n"));
    expect((await query("?grep=line%20(7|8):")).matches.map((match: { line: number }) => match.line)).toEqual([7, 8]);
    expect(await query("?grep=(")).toMatchObject({ status: 422, code: "bad-pattern" });
    expect(await query("?json_path=$.a")).toMatchObject({ status: 422, code: "not-json" });
    expect(await query("?start=5&end=2")).toMatchObject({ status: 422 });
    expect(await query("?stat=5")).toMatchObject({ status: 422, code: "unknown-parameter" });
  });

  test("json_path reads part of a JSON output; store false stores nothing", async () => {
    const json = JSON.stringify({
      items: Array.from({ length: 2_000 }, (_, index) => ({ id: index, name: `item ${index}` })),
    });
    const body = { ...anthropic(6, json), strategy: "centagent-externalise" };
    const unstored = await post({ ...body, store: false });
    const unknown = unstored.body.refs[0]?.id ?? "out_none";
    expect((await send(ref, "/x", { params: { id: unknown } })).status).toBe(404);
    const { refs } = (await post(body)).body;
    const found = await (
      await send(ref, "/api/refs/x?json_path=$.items[3].name", { params: { id: refs[0].id } })
    ).json();
    expect(JSON.parse(found.text)).toBe("item 3");
  });

  test("an orphan is reported once, at its place in the body", async () => {
    const messages = [
      { role: "user", content: "Hello" },
      { role: "tool", tool_call_id: "call_9", content: "lost" },
    ];
    const problem = await readProblem(
      await postJson(compress, "/api/compress", { format: "openai-chat", messages, strict: true }),
    );
    expect(problem.detail).toContain("breaks 1 rule(s)");
    expect(problem.errors.map(({ pointer }) => pointer)).toEqual(["$.messages[1]"]);
  });

  test("a noop whose trigger fired reports that nothing qualified and how much is protected", async () => {
    const messages = [{ role: "user", content: "Hello" }];
    const { body } = await post({ format: "openai-chat", messages, cached_tokens: 0 });
    expect(body).toMatchObject({ status: "noop", stats: { trigger: { fired: true } } });
    expect(body.warnings.map(({ code }: { code: string }) => code)).toEqual([
      "no-model",
      "no-limit",
      "nothing-qualifies",
    ]);
    expect(body.warnings.at(-1).message).toBe("this strategy's rules change no part; 1 of 1 parts are protected");
  });

  test("a hostile JSON path neither blocks a worker nor crashes the server", async () => {
    const json = JSON.stringify({
      name: `${"a".repeat(60)}!`,
      rows: Array.from({ length: 3_000 }, (_, id) => ({ id })),
    });
    const { refs } = (await post({ ...anthropic(6, json), strategy: "centagent-externalise" })).body;
    const query = async (path: string) =>
      (await send(ref, `/api/refs/x?json_path=${encodeURIComponent(path)}`, { params: { id: refs[0].id } })).json();
    expect(JSON.parse((await query("$[?search(@, '(a+)+$')]")).text)).toEqual([]);
    expect(JSON.parse((await query("$[?search(@, '(a+)+!')]")).text)).toMatch(/^a+!$/);
    expect(JSON.parse((await query("$[?match(@, 'a')]")).text)).toEqual([]);
    const { querySeconds } = LIMITS;
    Object.assign(LIMITS, { querySeconds: 0.5 });
    const slow = await query("$.rows[?count($.rows[?count($.rows[*]) > 1]) > 1]");
    Object.assign(LIMITS, { querySeconds });
    expect(slow).toMatchObject({ status: 422, code: "too-slow" });
    expect(JSON.parse((await query("$.rows[7].id")).text)).toBe(7);
  });

  test("openai-chat in, openai-chat out; the same body gives the same result", async () => {
    const body = { ...openai(8), model: "gpt-4o", strategy: { id: "kilo-truncate" }, force: true };
    const [first, second] = [await post(body), await post(body)];
    expect(first.status).toBe(200);
    expect(first.body.format).toBe("openai-chat");
    const { id, created_at, stats, ...rest } = first.body;
    expect({ ...second.body, id, created_at, stats }).toEqual({ ...rest, id, created_at, stats });
    expect(second.body.stats.tokens_after).toBe(stats.tokens_after);
    const calls = first.body.messages.flatMap((message: { tool_calls?: { id: string }[] }) => message.tool_calls ?? []);
    const results = first.body.messages.filter((message: { role: string }) => message.role === "tool");
    expect(results.map((message: { tool_call_id: string }) => message.tool_call_id)).toEqual(
      calls.map((call: { id: string }) => call.id),
    );
  });

  test("the cache state decides what the default rewrites", async () => {
    const body = { ...anthropic(8), model: "claude-sonnet-4-5", strategy: "winnow", force: true, dry_run: true };
    const after = async (cached_tokens: number) => (await post({ ...body, cached_tokens })).body.stats.tokens_after;
    const [cold, warm] = [await after(0), await after(1_000_000)];
    // Not strictly smaller: both may drop equal outputs, after which hardly anything is left to rewrite.
    expect(cold).toBeLessThanOrEqual(warm);
    const { status } = await post({ ...body, cached_tokens: -1 });
    expect(status).toBe(422);
  });

  test("a noop explains its numbers and returns what was sent", async () => {
    const sent = openai(1);
    const { status, body } = await post({ ...sent, model: "gpt-4o", strategy: "kilo-truncate" });
    expect(status).toBe(200);
    expect(body.status).toBe("noop");
    expect(body.messages).toEqual(sent.messages);
    expect(body.stats).toMatchObject({ tokens_saved: 0, saved_fraction: 0, trigger: { fired: false } });
  });

  test("dry_run stores nothing and sends no messages", async () => {
    const { body } = await post({ ...anthropic(6, `${LONG}\ndry`), strategy: "centagent-externalise", dry_run: true });
    expect(body.status).toBe("applied");
    expect(body.messages).toBeUndefined();
    expect((await send(ref, "/x", { params: { id: body.refs[0].id } })).status).toBe(404);
  });

  test.each([
    ["an unknown parameter", { ...openai(1), stragety: "x" }, "unknown-parameter", "$.stragety"],
    ["an unknown strategy", { ...openai(1), strategy: "nope" }, "unknown-strategy", "$.strategy"],
    [
      "an unknown strategy parameter",
      { ...openai(1), strategy: { id: "kilo-truncate", params: { nope: 1 } } },
      "params-invalid",
      "$.strategy.params",
    ],
    ["an unknown tokenizer", { ...openai(1), tokenizer: "nope" }, "unknown-tokenizer", "$.tokenizer"],
    ["an unknown format", { ...openai(1), format: "nope" }, "unknown-format", "$.format"],
    ["no conversation", { strategy: "kilo-truncate" }, "no-conversation", "$.messages"],
    ["no items", { input: [], strategy: "kilo-truncate" }, "no-conversation", "$.input"],
    ["two conversations", { input: "hi", contents: [] }, "no-conversation", "$.contents"],
    ["what belongs to another format", { input: "hi", system: "x" }, "misplaced-parameter", "$.system"],
    ["a session that is not there", { session: { id: "nope", request: 0 } }, "no-such-session", "$.session.id"],
  ])("refuses %s with its path", async (_name, body, code, pointer) => {
    const problem = await readProblem(await postJson(compress, "/api/compress", body));
    expect(problem.code).toBe(code);
    expect(problem.status).toBe(code === "no-such-session" ? 404 : 422);
    expect(problem.errors[0]?.pointer).toBe(pointer);
  });

  test("accepts a plain first turn without model or format, and returns it unchanged", async () => {
    const messages = [{ role: "user", content: "hi" }];
    const { status, body } = await post({ messages });
    expect({ status, messages: body.messages }).toEqual({ status: 200, messages });
  });

  test.each(["claude-sonnet-4-5", "anthropic/claude-opus-4.1", "gemini-2.5-pro", "gpt-5"])(
    "%s in the shape of OpenAI and of Anthropic: recognises the format by its messages",
    async (model) => {
      expect((await post({ ...openai(2), model })).body.format).toBe("openai-chat");
      expect((await post({ ...anthropic(2), model })).body.format).toBe("anthropic");
      const { system: _, ...bare } = anthropic(2);
      expect((await post({ ...bare, model })).body.format).toBe("anthropic");
    },
  );

  test("a body that fits several formats lists them as candidates; naming one resolves it", async () => {
    const messages = [...openai(1).messages.slice(1), ...anthropic(1).messages];
    const problem = await readProblem(await postJson(compress, "/api/compress", { messages }));
    expect(problem).toMatchObject({ status: 422, code: "ambiguous-format", errors: [{ pointer: "$.format" }] });
    expect(problem.detail).toMatch(/openai-chat.*anthropic|anthropic.*openai-chat/);
    expect((await post({ messages, format: "openai-chat" })).status).toBe(200);
  });

  test("an invalid result reports JSON paths in the body that was sent", async () => {
    const { messages } = anthropic(3, "short");
    const strategy = { id: "roo-truncate", params: { faithful: true, systemMessages: "counted" } };
    const problem = await readProblem(
      await postJson(compress, "/api/compress", { messages: messages.slice(1), strategy, force: true }),
    );
    expect(problem).toMatchObject({ status: 422, code: "invalid-result" });
    expect(problem.errors.length).toBeGreaterThan(0);
    for (const { pointer = "" } of problem.errors) expect(pointer).toMatch(/^\$\.messages\[\d+\]\.content\[\d+\]$/);
  });

  test("repairs an invalid history with a warning per removal; strict lists its orphans", async () => {
    const broken = { ...openai(2), messages: openai(2).messages.filter((message) => !("tool_calls" in message)) };
    const problem = await readProblem(await postJson(compress, "/api/compress", { ...broken, strict: true }));
    expect(problem).toMatchObject({ status: 422, code: "invalid-history" });
    expect(problem.errors.length).toBeGreaterThanOrEqual(2);
    const repaired = await post(broken);
    expect(repaired.status).toBe(200);
    const mended = repaired.body.warnings.filter(({ code }: { code: string }) => code === "history-mended");
    expect(mended.length).toBe(problem.errors.length);
    for (const { message } of mended)
      expect(message).toMatch(
        /^the result \S+ at \$\.messages\[\d+\]\S* was left out: tool result \S+ has no call before it$/,
      );
    expect(repaired.body.messages.some((message: { role: string }) => message.role === "tool")).toBe(false);
  });

  test("an unreachable target reports what can be reached", async () => {
    const problem = await readProblem(
      await postJson(compress, "/api/compress", { ...openai(2), strategy: "kilo-truncate", target: { tokens: 1 } }),
    );
    expect(problem).toMatchObject({ status: 422, code: "budget-unachievable", errors: [{ pointer: "$.target" }] });
    expect((problem as unknown as { best_achievable_tokens: number }).best_achievable_tokens).toBeGreaterThan(1);
  });

  test.each([
    ["no JSON", '{"messages": [', 400, "invalid-json"],
    ["nothing", "", 400, "no-body"],
    ["too deep", `${"[".repeat(5_000)}${"]".repeat(5_000)}`, 422, "too-deep"],
  ])("%s", async (_name, body, status, code) => {
    const answer = await send(compress, "/api/compress", {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    expect(await readProblem(answer)).toMatchObject({ status, code });
  });

  test("refuses HTML forms from other pages and wrong content types", async () => {
    const answer = await send(compress, "/api/compress", {
      method: "POST",
      body: "{}",
      headers: { "content-type": "text/plain" },
    });
    expect(await readProblem(answer)).toMatchObject({ status: 415 });
  });
});

describe("compressed body", () => {
  const body = JSON.stringify({ messages: [{ role: "user", content: "Good day" }], model: "gpt-5" });
  const sendPacked = (bytes: Uint8Array, encoding: string) =>
    send(compress, "/api/compress", {
      method: "POST",
      body: bytes as BodyInit,
      headers: { "content-type": "application/json", "content-encoding": encoding },
    });

  test.each([
    ["gzip", gzipSync(body)],
    ["zstd", makeZstd(new TextEncoder().encode(body))],
    ["identity", new TextEncoder().encode(body)],
  ])("%s is read like plain JSON", async (encoding, bytes) => {
    const answer = await sendPacked(bytes, encoding);
    expect([answer.status, (await answer.json()).messages]).toEqual([200, JSON.parse(body).messages]);
  });

  test.each([
    ["br", new TextEncoder().encode(body), 415, "unsupported-encoding"],
    ["gzip", new TextEncoder().encode(body), 400, "bad-gzip"],
    ["zstd", new TextEncoder().encode(body), 400, "bad-zstd"],
    ["zstd", makeZstd(new TextEncoder().encode(body)).subarray(0, 20), 400, "bad-zstd"],
    ["gzip", gzipSync(Buffer.alloc(64 * 1024 * 1024, 32)), 413, "too-large"],
    ["zstd", makeZstd(Array.from({ length: 600 }, () => ({ byte: 32, times: 128 * 1024 }))), 413, "too-large"],
  ])("%s with a fault is refused: case %#", async (encoding, bytes, status, code) => {
    expect(await readProblem(await sendPacked(bytes, encoding))).toMatchObject({ status, code });
  });
});

describe("a stored session", () => {
  let id = "";
  beforeAll(async () => {
    id = (await (await postBytes(upload, makeSession({ turns: 6, output: LONG }))).json()).files[0].sessions[0];
  });

  test("is compressed as it was at a request, counted as its log reports", async () => {
    const { status, body } = await post({ session: { id, request: 10 }, strategy: "centagent-externalise" });
    expect(status).toBe(200);
    expect(body.stats.tokens_before).toBe(1000 * 11 + 510);
    expect(body.messages.at(-1).content[0].type ?? body.messages.at(-1).content).toBeDefined();
    expect(body.format).toBe("anthropic");
    const missing = await readProblem(await postJson(compress, "/api/compress", { session: { id, request: 999 } }));
    expect(missing).toMatchObject({ status: 422, code: "no-such-request", errors: [{ pointer: "$.session.request" }] });
  });

  test("counts a blanked result as its placeholder, so that the total stays as reported", async () => {
    const uploaded = await (await postBytes(upload, exampleToCompaction(3))).json();
    const [example] = uploaded.files[0].sessions;
    const answer = await send(readRequests, `/api/sessions/${example}/requests?agent=main`, {
      params: { id: example },
    });
    const { requests } = await answer.json();
    const fullest = Math.max(...requests.map((row: { prompt_tokens: number }) => row.prompt_tokens));
    const { body } = await post({ session: { id: example }, strategy: "swe-agent-last-n" });
    expect(body.stats.tokens_before).toBe(fullest);
  });

  test("accepts the request number that pages show, per agent; an index is answered with its number", async () => {
    const uploaded = await (await postBytes(upload, exampleToCompaction(3))).json();
    const [example] = uploaded.files[0].sessions;
    const rows = await (
      await send(readRequests, `/api/sessions/${example}/requests`, { params: { id: example } })
    ).json();
    type Row = { agent: string; index: number; index_in_agent: number; prompt_tokens: number };
    const differ = (row: Row) => row.index !== row.index_in_agent;
    const main: Row = rows.requests.findLast((row: Row) => row.agent === "main" && differ(row));
    const side: Row = rows.requests.find((row: Row) => row.agent !== "main");
    for (const row of [main, side]) {
      const name = { agent: row.agent, number: row.index_in_agent + 1 };
      const { body } = await post({ session: { id: example, ...name }, strategy: "swe-agent-last-n" });
      expect(body.stats.tokens_before).toBe(row.prompt_tokens);
      expect(body.request).toEqual({ ...name, index: row.index });
      expect(body.warnings.map(({ code }: { code: string }) => code)).not.toContain("request-index");
      const byIndex = await post({ session: { id: example, request: row.index }, strategy: "swe-agent-last-n" });
      expect(byIndex.body.request).toEqual(body.request);
      const warning = byIndex.body.warnings.find(({ code }: { code: string }) => code === "request-index");
      expect(warning.message).toContain(
        `send ${JSON.stringify(name)
          .replace(":", ": ")
          .replace(",", ", ")
          .replace(/:(?=\d)/, ": ")}`,
      );
    }
    const own = rows.requests.filter((row: Row) => row.agent === "main").length;
    const refused = async (more: object) =>
      readProblem(await postJson(compress, "/api/compress", { session: { id: example, ...more } }));
    expect(await refused({ number: own + 1 })).toMatchObject({
      code: "no-such-request",
      errors: [{ pointer: "$.session.number", detail: `1 to ${own}` }],
    });
    expect(await refused({ agent: "nobody", number: 1 })).toMatchObject({ errors: [{ pointer: "$.session.agent" }] });
    expect(await refused({ agent: "main" })).toMatchObject({ status: 422, errors: [{ pointer: "$.session.number" }] });
    expect(await refused({ number: 1, request: 0 })).toMatchObject({ status: 422 });
  });

  test("compare returns a row per recipe, including failing ones", async () => {
    const answer = await postJson(compare, "/api/compress/compare", {
      session: { id },
      strategies: ["centagent-externalise", { id: "kilo-truncate" }, "nope"],
      force: true,
    });
    expect(answer.status).toBe(200);
    const { original, results } = await answer.json();
    expect(results.map((result: { strategy: { id: string } }) => result.strategy.id)).toEqual([
      "centagent-externalise",
      "kilo-truncate",
      "nope",
    ]);
    expect(results[0].stats.tokens_before).toBe(original.tokens_before);
    expect(results[2]).toMatchObject({ status: "failed", failure: { code: "unknown-strategy" } });
  });
});

test("no body causes a 500; failures are always problem+json", async () => {
  const message = fc.oneof(
    fc.jsonValue(),
    fc.record({ role: fc.constantFrom("user", "assistant", "tool", "system", "x"), content: fc.jsonValue() }),
  );
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        messages: fc.oneof(fc.jsonValue(), fc.array(message, { maxLength: 4 })),
        format: fc.constantFrom("auto", "anthropic", "openai-chat", "ai-sdk", "x"),
        strategy: fc.oneof(fc.jsonValue(), fc.constantFrom("kilo-truncate", "centagent-budget")),
        target: fc.jsonValue(),
        force: fc.boolean(),
      },
      { requiredKeys: ["messages"] },
    ),
  );
  await fc.assert(
    fc.asyncProperty(body, async (value) => {
      const answer = await postJson(compress, "/api/compress", value);
      if (answer.status === 200) return;
      const problem = await readProblem(answer);
      expect(problem.status, JSON.stringify(value)).toBeLessThan(500);
    }),
    { numRuns: draws(60, 300) },
  );
});
