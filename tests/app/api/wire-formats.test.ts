import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CODECS } from "@/lib/formats";
import { apiRoute } from "../../support/api-route";
import { describeRepro } from "../../support/shared-repros";
import { postJson, readProblem, send, startTestServer } from "../../support/test-server";
import { BODIES, CALLS } from "../../support/wire-bodies";

const compare = apiRoute("POST /api/compress/compare");
const compress = apiRoute("POST /api/compress");
const convert = apiRoute("POST /api/convert");
const validate = apiRoute("POST /api/validate");

startTestServer();

type Shape = keyof typeof BODIES;
const SHAPES = Object.entries(BODIES) as [Shape, Record<string, unknown>][];
const formatOf = (shape: Shape) => (shape === "ai-sdk-ui" ? "ai-sdk" : shape);
const codecOf = (shape: Shape) => CODECS.find(({ id }) => id === formatOf(shape));
const keyOf = (body: object) => ["messages", "input", "contents"].find((key) => key in body) as string;

const post = async (route: unknown, body: unknown) => {
  const answer = await postJson(route, "/api/x", body);
  return { status: answer.status, body: await answer.json() };
};

describe.each(SHAPES)("%s", (shape, sent) => {
  test("is recognised by its content and returned smaller, in its own shape, valid", async () => {
    const { status, body } = await post(compress, { ...sent, strategy: "centagent-externalise" });
    expect(body).toMatchObject({ status: "applied", format: formatOf(shape) });
    expect(status).toBe(200);
    expect(body.stats.tokens_after).toBeLessThan(body.stats.tokens_before / 2);
    const returned = Object.fromEntries(Object.keys(sent).map((key) => [key, body[key]]));
    expect(codecOf(shape)?.validate(returned)).toEqual([]);
    const [before, after] = [sent[keyOf(sent)], returned[keyOf(sent)]] as [unknown[], unknown[]];
    expect(after).toHaveLength(before.length);
    expect(after.at(-1)).toEqual(before.at(-1));
  });

  test("a cut leaves no half of a pair, and what the provider encrypted stays in place", async () => {
    const { body } = await post(compress, { ...sent, strategy: "swe-agent-last-n", force: true });
    const returned = Object.fromEntries(Object.keys(sent).map((key) => [key, body[key]]));
    expect(codecOf(shape)?.validate(returned)).toEqual([]);
    const { body: cut } = await post(compress, { ...sent, strategy: "kilo-truncate", force: true });
    const after = Object.fromEntries(Object.keys(sent).map((key) => [key, cut[key]]));
    expect(codecOf(shape)?.validate(after)).toEqual([]);
    if (shape === "openai-responses") expect((after.input as unknown[])[0]).toEqual(BODIES[shape].input[0]);
  });

  test("is compared and validated; an orphan in it is reported and repaired", async () => {
    const compared = await post(compare, { ...sent, strategies: ["centagent-externalise", "kilo-truncate"] });
    expect(compared.body).toMatchObject({ format: formatOf(shape), results: [{}, {}] });
    expect((await post(validate, sent)).body).toEqual({ format: formatOf(shape), valid: true, violations: [] });
    if (shape === "ai-sdk-ui") return; // there, a call and its result are one part
    const key = keyOf(sent);
    const list = sent[key] as unknown[];
    const result = list.findIndex((item) => JSON.stringify(item).includes("line 600"));
    const lost = { ...sent, [key]: list.filter((_, index) => index !== result) };
    const { body } = await post(validate, { ...lost, repair: true });
    expect(body).toMatchObject({ valid: false, violations: [{ code: "orphan-call", structural: true }] });
    expect(body.violations[0].pointer).toMatch(/^\$\./);
    expect(body.repaired).toMatchObject({ violations: [], removed: [{ type: "tool-call" }] });
    expect(await readProblem(await postJson(compress, "/api/x", { ...lost, strict: true }))).toMatchObject({
      code: "invalid-history",
    });
  });

  test.each([...CODECS.map(({ id }) => id), "ai-sdk-ui"])("is converted to %s", async (to) => {
    const { status, body } = await post(convert, { ...sent, to });
    expect(status).toBe(200);
    const { format, to: target, warnings, ...converted } = body;
    expect({ format, target }).toEqual({ format: formatOf(shape), target: to.replace("-ui", "") });
    expect(CODECS.find(({ id }) => id === target)?.validate(converted)).toEqual([]);
    expect(JSON.stringify(converted)).toContain("line 600");
    expect(Array.isArray(warnings)).toBe(true);
    // The AI SDK passes on what any provider signed.
    if (target !== formatOf(shape) && target !== "ai-sdk")
      expect(JSON.stringify(converted)).not.toMatch(/secret-|sig-|opaque/);
  });
});

describe("content that only its own provider can read", () => {
  const thinking = { type: "thinking", thinking: "Hm.", signature: "anthropic-sig" };
  const claude = {
    messages: [
      { role: "user", content: "Hi" },
      { role: "assistant", content: [thinking, { type: "text", text: "Hello." }] },
      { role: "user", content: "Go on" },
    ],
  };

  test("encrypted OpenAI reasoning never becomes Anthropic thinking, or vice versa", async () => {
    const openai = await post(convert, { ...BODIES["openai-responses"], to: "anthropic" });
    expect(JSON.stringify(openai.body.messages)).not.toContain("thinking");
    expect(openai.body.warnings).toMatchObject([
      { code: "item-dropped", count: 1 },
      { code: "reasoning-dropped", count: CALLS.length },
    ]);
    const anthropic = await post(convert, { ...claude, to: "openai-responses" });
    expect(JSON.stringify(anthropic.body.input)).not.toMatch(/anthropic-sig|reasoning/);
    expect(anthropic.body.warnings).toMatchObject([
      { code: "reasoning-dropped", count: 1, parts: [{ part_id: "m1.0", message: 1 }] },
    ]);
  });

  test("the AI SDK carries both, under the signer's name", async () => {
    const { body } = await post(convert, { ...claude, to: "ai-sdk" });
    expect(body.messages[1].content[0]).toEqual({
      type: "reasoning",
      text: "Hm.",
      providerOptions: { anthropic: { signature: "anthropic-sig" } },
    });
    const back = await post(convert, { messages: body.messages, to: "anthropic" });
    expect(back.body.messages[1]).toEqual(claude.messages[1]);
    const { body: encrypted } = await post(convert, { ...BODIES["openai-responses"], to: "ai-sdk" });
    const returned = await post(convert, { messages: encrypted.messages, to: "openai-responses" });
    expect(JSON.stringify(returned.body.input)).toContain('"encrypted_content":"secret-a"');
  });

  test("if Gemini signs, a call that lost its signature gets Google's placeholder, only in the running turn", async () => {
    const { body } = await post(compress, {
      contents: BODIES.gemini.contents.slice(0, 3),
      strategy: "swe-agent-last-n",
      force: true,
    });
    expect(body.contents[1]).toEqual(BODIES.gemini.contents[1]);
    const unsigned = structuredClone(BODIES.gemini.contents.slice(0, 5)) as {
      parts: { thoughtSignature?: string }[];
    }[];
    delete unsigned[1]?.parts[0]?.thoughtSignature;
    const { body: judged } = await post(validate, { contents: unsigned });
    expect(judged.violations).toMatchObject([{ code: "missing-signature", pointer: "$.contents[1].parts[0]" }]);
  });

  test("removing a reasoning item removes its call's id too", async () => {
    const input = [
      { role: "user", content: "Hi" },
      { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "x" },
      { type: "function_call", id: "fc_1", call_id: "c1", name: "t", arguments: "{}" },
      { type: "function_call_output", call_id: "c1", output: "ok" },
    ];
    const decoded = CODECS.find(({ id }) => id === "openai-responses")?.decode({ input });
    if (!decoded?.ok) throw new Error("not decoded");
    const { conversation, wire } = decoded.value;
    const messages = conversation.messages.map((message) => ({
      ...message,
      parts: message.parts.filter((part) => part.type !== "reasoning"),
    }));
    const encoded = CODECS.find(({ id }) => id === "openai-responses")?.encode({ tools: [], messages }, wire);
    expect(encoded).toEqual({
      input: [input[0], { type: "function_call", call_id: "c1", name: "t", arguments: "{}" }, input[3]],
    });
  });

  test("with items on the server, outputs may answer calls that are not in the body", async () => {
    const input = [{ type: "function_call_output", call_id: "c9", output: "ok" }];
    expect((await post(compress, { input })).status).toBe(422);
    expect((await post(compress, { input, previous_response_id: "resp_1" })).body).toMatchObject({
      status: "noop",
      input,
      previous_response_id: "resp_1",
    });
  });
});

describe("events", () => {
  const stream = async (body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) => {
    const answer = await send(compress, "/api/compress", {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", accept: "text/event-stream", ...headers },
      ...(signal && { signal }),
    });
    return { type: answer.headers.get("content-type"), text: await answer.text() };
  };
  const namesIn = (text: string) => [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name);

  test("steps and edits precede the answer, which equals the one without events", async () => {
    const body = { ...BODIES.anthropic, strategy: "centagent-externalise" };
    const { type, text } = await stream(body);
    expect(type).toBe("text/event-stream");
    const names = namesIn(text);
    expect(names[0]).toBe("step");
    expect(names).toContain("edit");
    expect(names.at(-1)).toBe("completed");
    const completed = JSON.parse(text.split("event: completed\ndata: ")[1] ?? "");
    expect(completed.messages).toEqual((await post(compress, body)).body.messages);
  });

  test("a failure is an event too", async () => {
    const { text } = await stream({ ...BODIES.anthropic, strategy: "nope" });
    expect(namesIn(text).at(-1)).toBe("error");
    expect(JSON.parse(text.split("event: error\ndata: ")[1] ?? "")).toMatchObject({
      status: 422,
      code: "unknown-strategy",
    });
  });

  test("disconnecting ends the work, and the next call is served", async () => {
    const stop = new AbortController();
    stop.abort();
    const aborted = await postJson(compress, "/api/x", BODIES.anthropic, { signal: stop.signal });
    expect(await readProblem(aborted)).toMatchObject({ status: 499, code: "cancelled" });
    expect((await post(compress, BODIES.anthropic)).status).toBe(200);
  });
});

describe("Idempotency-Key", () => {
  const keyed = (body: unknown, key: string) =>
    send(compress, "/api/compress", {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", "idempotency-key": key },
    });
  const body = { ...BODIES.anthropic, strategy: "centagent-externalise" };

  test("the same call again gets the same answer; a different body under the key is refused", async () => {
    const first = await keyed(body, "k1");
    const again = await keyed(body, "k1");
    expect([first.headers.get("idempotency-replayed"), again.headers.get("idempotency-replayed")]).toEqual([
      null,
      "true",
    ]);
    expect(await again.text()).toBe(await first.text());
    expect(await readProblem(await keyed({ ...body, force: true }, "k1"))).toMatchObject({
      code: "idempotency-key-reused",
    });
    expect(await (await keyed(body, "k2")).json()).not.toMatchObject({
      id: (await (await keyed(body, "k1")).json()).id,
    });
  });

  test("while the first is running it is a 409; failures are not stored", async () => {
    const [one, two] = await Promise.all([keyed(body, "k3"), keyed(body, "k3")]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    expect((await keyed({ messages: [] }, "k4")).status).toBe(422);
    expect((await keyed(body, "k4")).status).toBe(200);
    expect(await readProblem(await keyed(body, "a b"))).toMatchObject({ status: 400, code: "bad-idempotency-key" });
  });
});

test("a complete provider body is judged with its settings", async () => {
  const request = JSON.parse(readFileSync("tests/fixtures/formats/anthropic-request.json", "utf8"));
  expect((await post(validate, request)).body).toEqual({ format: "anthropic", valid: true, violations: [] });
  const marked = { type: "text", text: "x", cache_control: { type: "ephemeral" } };
  const five = { messages: [{ role: "user", content: Array.from({ length: 5 }, () => marked) }] };
  expect((await post(validate, five)).body.violations).toMatchObject([{ code: "breakpoints", structural: false }]);
  expect((await post(validate, { contents: "x" })).status).toBe(422);
});

/** A text and a call in one content. A strategy that removes the call leaves the text before the next call. */
const SPLIT_BY_A_CUT = {
  strategy: { id: "ai-sdk-prune", params: { messages: 2 } },
  contents: [
    { role: "user", parts: [{ text: "Count the words" }] },
    { role: "model", parts: [{ text: "Let me see." }, { functionCall: { name: "find", args: {} } }] },
    { role: "user", parts: [{ functionResponse: { name: "find", response: { output: "a.txt" } } }] },
    { role: "model", parts: [{ functionCall: { name: "count", args: {} } }] },
    { role: "user", parts: [{ functionResponse: { name: "count", response: { output: "12" } } }] },
  ],
};

const roles = (contents: readonly { readonly role: string }[]) => contents.map(({ role }) => role);

test("gemini: the rest of a turn is joined with the call after it, as the provider requires", async () => {
  const { status, body } = await post(compress, SPLIT_BY_A_CUT);
  expect({ status, body: body.status, roles: roles(body.contents) }).toEqual({
    status: 200,
    body: "applied",
    roles: ["user", "model", "user"],
  });
});

test("gemini: validate reports a body that splits a turn, and repair fixes it", async () => {
  const [first, answer, ...rest] = SPLIT_BY_A_CUT.contents;
  const apart = answer?.parts.map((part) => ({ role: "model", parts: [part] })) ?? [];
  const { body } = await post(validate, { contents: [first, ...apart, ...rest], repair: true });
  expect(body).toMatchObject({ valid: false, violations: [{ code: "split-turn", pointer: "$.contents[2]" }] });
  expect(body.repaired).toMatchObject({ contents: SPLIT_BY_A_CUT.contents, violations: [] });
});

describeRepro("gemini-turn-order.json", (body) => {
  test("no two consecutive contents have the same role", async () => {
    const answer = await post(compress, body);
    expect(roles(answer.body.contents)).toEqual(["user", "model", "user"]);
  });
});
