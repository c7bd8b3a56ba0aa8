import { describe, expect, test } from "vitest";
import { queryOutput } from "@/lib/server/store/stored-outputs";
import { apiRoute } from "../../support/api-route";
import { postJson, readProblem, startTestServer } from "../../support/test-server";
import { BODIES } from "../../support/wire-bodies";

const compact = apiRoute("POST /compact");
const headroom = apiRoute("POST /v1/compress");

startTestServer();
const chat = { model: "gpt-5", ...BODIES["openai-chat"] };
const everything = { start: null, end: null, grep: null, jsonPath: null };

describe("POST /v1/compress", () => {
  const call = (body: unknown, query = "") => postJson(headroom, `/v1/compress${query}`, body);

  test("meets a budget, in the shape that was sent", async () => {
    const free = await (await call(chat)).json();
    const budget = Math.floor(free.tokens_before * 0.6);
    const answer = await (await call({ ...chat, token_budget: budget })).json();
    expect(answer.tokens_after).toBeLessThanOrEqual(budget);
    expect(answer.tokens_saved).toBe(answer.tokens_before - answer.tokens_after);
    expect(answer.compression_ratio).toBeCloseTo(answer.tokens_after / answer.tokens_before, 10);
    expect(answer.transforms_applied.length).toBeGreaterThan(0);
    expect(answer.messages[0].role).toBe(chat.messages[0]?.role);
  });

  test("an unreachable budget returns as little as possible", async () => {
    const answer = await (await call({ ...chat, token_budget: 1 })).json();
    expect(answer.tokens_after).toBeGreaterThan(1);
    expect(answer.tokens_after).toBeLessThan(answer.tokens_before);
  });

  test("put-aside outputs can be fetched by hash", async () => {
    const { ccr_hashes } = await (
      await call({ ...chat, config: { target_ratio: 0.6 } }, "?strategy=centagent-externalise")
    ).json();
    expect(ccr_hashes[0]).toMatch(/^[0-9a-f]{24}$/);
    const { text } = await queryOutput(`out_${ccr_hashes[0]}`, everything, new AbortController().signal);
    expect(JSON.stringify(chat.messages)).toContain(JSON.stringify(text.slice(0, 40)).slice(1, -1));
  });

  test("frozen messages stay unchanged, and unknown settings are ignored", async () => {
    const config = { frozen_message_count: 6, mode: "ccr", of_tomorrow: true };
    const answer = await (await call({ ...chat, token_budget: 1, config })).json();
    expect(answer.messages.slice(0, 6)).toEqual(chat.messages.slice(0, 6));
  });

  test.each([
    [{ model: "gpt-5" }, "invalid-parameter"],
    [{ ...chat, token_budget: -1 }, "invalid-parameter"],
    [[], "invalid-parameter"],
  ])("a refusal is a problem that these clients can read: %j", async (body, code) => {
    const problem = await readProblem(await call(body));
    expect(problem).toMatchObject({ code, error: { type: "invalid_request", message: problem.detail } });
  });

  test("an unknown parameter is refused in the same form", async () => {
    const problem = await readProblem(await call(chat, "?stratgy=headroom"));
    expect(problem).toMatchObject({ error: { type: "invalid_request", message: problem.detail } });
  });
});

describe("POST /compact", () => {
  const call = (body: unknown, query = "", headers = {}) => postJson(compact, `/compact${query}`, body, { headers });

  test("returns a smaller body with all other fields, keys in order", async () => {
    const sent = { temperature: 0.5, ...chat, stream: true, seed: 12 };
    const answer = await (await call(sent, "?strategy=centagent-externalise")).json();
    expect(Object.keys(answer)).toEqual(Object.keys(sent));
    expect({ ...answer, messages: null }).toEqual({ ...sent, messages: null });
    expect(JSON.stringify(answer).length).toBeLessThan(JSON.stringify(sent).length);
  });

  test.each(["codesmart", "codesafe"])("preset %s is the product's own strategy", async (preset) => {
    const answer = await call(chat, `?preset=${preset}&cache=auto`);
    expect((await answer.json()).messages).toHaveLength(chat.messages.length);
  });

  test("an Anthropic body keeps its format", async () => {
    const sent = { model: "claude-sonnet-4-5", max_tokens: 10, ...BODIES.anthropic };
    const answer = await (await call(sent, "?provider=anthropic&strategy=centagent-externalise")).json();
    expect(answer).toMatchObject({ model: sent.model, max_tokens: 10 });
    expect(answer.messages).toHaveLength(BODIES.anthropic.messages.length);
  });

  test.each([
    [chat, "", { "x-context-guru-bypass": "true" }, "bypass"],
    [{ no: "conversation" }, "", {}, "no-conversation"],
    [chat, "?strategy=none-such", {}, "unknown-strategy"],
  ])("returns incompressible bodies byte for byte: %#", async (body, query, headers, reason) => {
    const answer = await call(body, query, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-winnow-unchanged")).toBe(reason);
    expect(await answer.text()).toBe(JSON.stringify(body));
  });

  test("refuses text that is not JSON", async () => {
    const answer = await postJson(compact, "/compact", null, { body: "{" } as never);
    expect((await readProblem(answer)).code).toBe("invalid-json");
  });
});
