import { describe, expect, test } from "vitest";
import { apiRoute } from "../../support/api-route";
import { readProblem, send, startTestServer } from "../../support/test-server";

const compare = apiRoute("POST /api/compress/compare");
const compress = apiRoute("POST /api/compress");
const convert = apiRoute("POST /api/convert");
const validate = apiRoute("POST /api/validate");

startTestServer();

const ROUTES = { compress, compare, convert, validate };
type Route = keyof typeof ROUTES;
const MORE: Readonly<Record<Route, object>> = {
  compress: { strategy: "centagent-externalise", force: true },
  compare: { strategies: ["centagent-externalise", "kilo-truncate"], force: true },
  convert: { to: "gemini" },
  validate: {},
};

const post = (route: Route, json: string) =>
  send(ROUTES[route], `/api/${route}`, {
    method: "POST",
    body: json,
    headers: { "content-type": "application/json" },
  });
const said = (content: unknown) => ({ role: "user", content });
const use = (id: string, name = "t", args: unknown = "{}") => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name, arguments: args } }],
});
const answer = (id: string, content: unknown = "x") => ({ role: "tool", tool_call_id: id, content });

const CASES: Readonly<Record<string, object>> = {
  "the same call id twice": { messages: [said("a"), use("1"), answer("1"), use("1"), answer("1"), said("b")] },
  "two results for a call": { messages: [said("a"), use("1"), answer("1"), answer("1"), said("b")] },
  "a result before its call": { messages: [said("a"), answer("1"), use("1"), said("b")] },
  "no messages": { messages: [] },
  "no items": { input: [] },
  "no contents": { contents: [] },
  "an empty list of blocks": { messages: [said([])], format: "openai-chat" },
  "content null": { messages: [said(null)], format: "openai-chat" },
  "numbers for messages": { messages: [1, null, "x"], format: "anthropic" },
  "a role nobody knows": { messages: [{ role: "wizard", content: "x" }], format: "gemini" },
  "parts null": { contents: [{ role: "user", parts: null }] },
  "odd parts": { contents: [{ role: "user", parts: [null, 1, "x", {}] }] },
  "odd items": { input: [null, 1, {}, { type: "function_call" }] },
  "an empty call id": { messages: [said("a"), use(""), answer(""), said("b")] },
  "names of objects' own": {
    messages: [
      said("a"),
      use("__proto__", "constructor"),
      answer("__proto__"),
      use("toString", "hasOwnProperty"),
      answer("toString"),
      said("b"),
    ],
  },
  "arguments that are no JSON": { messages: [said("a"), use("1", "t", "{no"), answer("1"), said("b")] },
  "arguments that are not text": { messages: [said("a"), use("1", "t", { a: 1 }), answer("1"), said("b")] },
  "an id of a million characters": {
    messages: [said("a"), use("i".repeat(1_000_000)), answer("i".repeat(1_000_000)), said("b")],
  },
};

describe.each(Object.keys(ROUTES) as Route[])("/api/%s", (route) => {
  test.each(Object.entries(CASES))("%s: an answer or a clear refusal, never a 500", async (_, body) => {
    const response = await post(route, JSON.stringify({ ...body, ...MORE[route] }));
    expect([200, 422]).toContain(response.status);
    if (response.status === 200) return;
    const problem = await readProblem(response);
    expect(problem.code).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect((problem as unknown as { errors: { pointer: string }[] }).errors[0]?.pointer).toMatch(/^\$/);
  });

  test("what is not JSON, UTF-8 or an object, or is nested too deeply", async () => {
    const codes = await Promise.all(
      ["{", "", "[]", "null", `{"messages":${"[".repeat(50_000)}${"]".repeat(50_000)}}`].map(
        async (json) => (await readProblem(await post(route, json))).code,
      ),
    );
    expect(codes).toEqual(["invalid-json", "no-body", "invalid-parameter", "invalid-parameter", "too-deep"]);
  });
});

describe("reports the place of an error if a key belongs to only one format", () => {
  test.each([
    [CASES["no messages"], "no-conversation", "$.messages"],
    [CASES["no contents"], "no-conversation", "$.contents"],
    [CASES["parts null"], "invalid-body", "$.contents[0].parts"],
    [CASES["odd parts"], "invalid-body", "$.contents[0].parts[0]"],
    [CASES["odd items"], "invalid-body", "$.input[0]"],
  ])("%o: %s at %s", async (body, code, pointer) => {
    expect(await readProblem(await post("compress", JSON.stringify(body)))).toMatchObject({
      code,
      errors: [{ pointer }],
    });
  });
});

const LONG = "line of output\n".repeat(400);

describe("nothing sent is lost", () => {
  const strategy = "centagent-externalise";

  test("NUL, half characters and invisible characters come back unchanged, also next to changes", async () => {
    const odd = "a\u0000b \ud800 c \udfff d \u202e e \ufeff";
    const messages = [said(odd), use("1"), answer("1", LONG), { role: "assistant", content: odd }, said(odd)];
    const body = await (await post("compress", JSON.stringify({ messages, strategy, x: undefined }))).json();
    expect(body.status).toBe("applied");
    for (const index of [0, 1, 3, 4]) expect(body.messages[index]).toEqual(messages[index]);
  });

  test("keeps unknown fields at every depth on what is kept", async () => {
    const odd = { x_trace: { deep: [1, { y: null }] } };
    const kept = {
      role: "assistant",
      content: [
        { type: "text", text: "hm", ...odd },
        { type: "tool_use", id: "1", name: "t", input: {}, ...odd },
      ],
      ...odd,
    };
    const messages = [
      { role: "user", content: [{ type: "text", text: "a", ...odd }], ...odd },
      kept,
      { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: LONG, ...odd }], ...odd },
      { role: "user", content: "b", ...odd },
    ];
    const tools = [{ name: "t", input_schema: { type: "object" }, ...odd }];
    const body = await (
      await post("compress", JSON.stringify({ messages, tools, strategy, format: "anthropic" }))
    ).json();
    expect(body.status).toBe("applied");
    expect(body.tools).toEqual(tools);
    expect([body.messages[0], body.messages[1], body.messages[3]]).toEqual([messages[0], messages[1], messages[3]]);
    expect(body.messages[2]).toMatchObject(odd);
    expect(body.messages[2].content[0]).toMatchObject({ ...odd, tool_use_id: "1" });
  });

  test("removes keys that would change an object's prototype, and says so", async () => {
    const json = (input: string) =>
      `{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"t","input":${input}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"r"}]}]}`;
    const odd = json('{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}},"k":2}');
    for (const route of ["compress", "convert"] as const) {
      const sent = route === "convert" ? odd.replace(/}$/, ',"to":"anthropic"}') : odd;
      const body = await (await post(route, sent)).json();
      expect(body.messages[1].content[0].input).toEqual({ k: 2 });
      expect(body.warnings).toContainEqual(expect.objectContaining({ code: "keys-removed" }));
    }
    expect(({} as { x?: number }).x).toBeUndefined();
    const quoted = await (await post("compress", json(JSON.stringify({ k: '{"__proto__": 1}' })))).json();
    expect(quoted.warnings.map(({ code }: { code: string }) => code)).not.toContain("keys-removed");
  });

  test("put-aside references that name each other, or nothing, are ordinary text", async () => {
    const ref = (id: string, other: string) =>
      `[bash output put aside as ${id} (400 lines, truncated: yes); read it with get_tool_output]\n${other} ${LONG}`;
    const ids = ["out_000000000000000000000001", "out_000000000000000000000002"] as const;
    const messages = [
      said("a"),
      use("1"),
      answer("1", ref(ids[0], ids[1])),
      use("2"),
      answer("2", ref(ids[1], ids[0])),
      said("b"),
    ];
    const once = await (await post("compress", JSON.stringify({ messages, strategy, force: true }))).json();
    const twice = await (
      await post("compress", JSON.stringify({ messages: once.messages, strategy, force: true }))
    ).json();
    expect(["applied", "noop"]).toContain(once.status);
    expect(twice.messages).toEqual(once.messages);
  });
});

test("20,000 messages, and one text of ten million characters", { timeout: 120_000 }, async () => {
  const many = Array.from({ length: 20_000 }, (_, n) =>
    n % 2 === 0 ? said(`q${n}`) : { role: "assistant", content: `a${n}` },
  );
  const cut = await (
    await post(
      "compress",
      JSON.stringify({
        messages: [...many, said("last")],
        format: "openai-chat",
        strategy: "roo-truncate",
        force: true,
      }),
    )
  ).json();
  expect(cut).toMatchObject({ status: "applied", stats: { messages_before: 20_001, messages_after: 10_001 } });
  const messages = [said("a"), use("1"), answer("1", "word ".repeat(2_000_000)), said("b")];
  const body = await (await post("compress", JSON.stringify({ messages, strategy: "centagent-externalise" }))).json();
  expect(body.status).toBe("applied");
  expect(body.refs[0].bytes).toBe(10_000_000);
});
