import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compareBody, compressBody } from "@/lib/api/schemas/compress-body";
import { CONVERSATION_FIELDS } from "@/lib/api/whole-body";
import { apiRoute } from "../../support/api-route";
import { postJson, readProblem, startTestServer } from "../../support/test-server";

const compare = apiRoute("POST /api/compress/compare");
const compress = apiRoute("POST /api/compress");
const evaluate = apiRoute("POST /api/evaluate");
const count = apiRoute("POST /api/tokens");

startTestServer();

const LONG = Array.from({ length: 400 }, (_, line) => `line ${line + 1}: value ${line * 7}`).join("\n");
const FUNCTION = { name: "ls", description: "Lists", parameters: { type: "object", properties: {} } };

/** What clients really send: the conversation with every setting. */
const BODIES = {
  "openai-chat": {
    model: "anthropic/claude-sonnet-4.5",
    temperature: 0.2,
    stream: true,
    stream_options: { include_usage: true },
    response_format: { type: "json_object" },
    tool_choice: "auto",
    metadata: { run: "7" },
    store: false,
    stop: ["END"],
    seed: 7,
    provider: { order: ["Anthropic"] },
    tools: [{ type: "function", function: FUNCTION }],
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Count" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "a", type: "function", function: { name: "ls", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "a", content: LONG },
      { role: "user", content: "And now?" },
    ],
  },
  "openai-responses": {
    model: "gpt-5",
    instructions: "Be brief.",
    store: false,
    stream: true,
    include: ["reasoning.encrypted_content"],
    text: { format: { type: "text" }, verbosity: "low" },
    reasoning: { effort: "high" },
    truncation: "auto",
    prompt_cache_key: "k",
    tools: [{ type: "function", ...FUNCTION }],
    input: [
      { role: "user", content: "Count" },
      { type: "function_call", call_id: "a", name: "ls", arguments: "{}" },
      { type: "function_call_output", call_id: "a", output: LONG },
      { role: "user", content: "And now?" },
    ],
  },
  anthropic: {
    model: "claude-sonnet-4-5",
    max_tokens: 1024,
    stream: true,
    system: [{ type: "text", text: "Be brief." }],
    metadata: { user_id: "u" },
    tool_choice: { type: "auto" },
    thinking: { type: "disabled" },
    tools: [{ name: "ls", input_schema: { type: "object" } }],
    messages: [
      { role: "user", content: "Count" },
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "ls", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: LONG }] },
      { role: "assistant", content: "Done." },
      { role: "user", content: "And now?" },
    ],
  },
  gemini: {
    generationConfig: { temperature: 0.2, maxOutputTokens: 100 },
    safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" }],
    toolConfig: { functionCallingConfig: { mode: "AUTO" } },
    labels: { team: "a" },
    systemInstruction: { parts: [{ text: "Be brief." }] },
    tools: [{ functionDeclarations: [{ name: "ls" }] }],
    contents: [
      { role: "user", parts: [{ text: "Count" }] },
      { role: "model", parts: [{ functionCall: { name: "ls", args: {} } }] },
      { role: "user", parts: [{ functionResponse: { name: "ls", response: { output: LONG } } }] },
      { role: "user", parts: [{ text: "And now?" }] },
    ],
  },
};
const BY_FORMAT = Object.entries(BODIES);
const CONVERSATION = ["messages", "input", "contents"];

const post = async (route: unknown, body: unknown) => {
  const answer = await postJson(route, "/api/x", body);
  return { status: answer.status, body: await answer.json() };
};
const settingsOf = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !CONVERSATION.includes(name)));

describe.each(BY_FORMAT)("a complete body of %s", (format, sent) => {
  const ours = { strategy: "centagent-externalise", force: true };

  test("is compressed, and its settings are returned untouched", async () => {
    const { status, body } = await post(compress, { ...sent, ...ours });
    expect({ status, body: body.status, format: body.format }).toEqual({ status: 200, body: "applied", format });
    expect(body).toMatchObject(settingsOf(sent));
  });

  test("with our parameters separate, the answer is the body to send, with our report under winnow", async () => {
    const { status, body } = await post(compress, { ...sent, winnow: ours });
    const { winnow, ...next } = body;
    expect({ status, applied: winnow.status, format: winnow.format }).toEqual({
      status: 200,
      applied: "applied",
      format,
    });
    expect(Object.keys(next).sort()).toEqual(Object.keys(sent).sort());
    expect(settingsOf(next)).toEqual(settingsOf(sent));
    expect(winnow.stats.tokens_after).toBeLessThan(winnow.stats.tokens_before);
  });

  test("is compared, counted and evaluated", async () => {
    const compared = await post(compare, { ...sent, strategies: ["centagent-externalise"] });
    expect(compared).toMatchObject({ status: 200, body: { format } });
    expect((await post(count, sent)).status).toBe(200);
    expect((await post(evaluate, { original: sent, strategy: "centagent-externalise" })).status).toBe(200);
    expect((await post(evaluate, { original: sent, compressed: sent })).status).toBe(200);
  });
});

describe("our names and the provider's", () => {
  const sent = BODIES["openai-responses"];

  test("with winnow, store and include belong only to the provider", async () => {
    const { body } = await post(compress, {
      ...sent,
      winnow: { strategy: "centagent-externalise", include: ["edits"], store: true },
    });
    expect(body).toMatchObject({ store: false, include: sent.include });
    expect(body.winnow.edits.length).toBeGreaterThan(0);
    expect(body.winnow.refs).toHaveLength(1);
  });

  test("without it, include may contain both: the provider's values are returned, ours are used", async () => {
    const include = [...sent.include, "edits"];
    const { body } = await post(compress, { ...sent, include, strategy: "centagent-externalise" });
    expect(body.include).toEqual(include);
    expect(body.edits.length).toBeGreaterThan(0);
  });

  test("store is not a setting of Anthropic's, so it is ours and is not returned", async () => {
    expect((await post(compress, { ...BODIES.anthropic, store: false })).body).not.toHaveProperty("store");
  });

  test("a name that almost matches one of ours is reported as a typo", async () => {
    const problem = await readProblem(await postJson(compress, "/x", { ...sent, stratgy: "winnow" }));
    expect(problem).toMatchObject({ status: 422, code: "unknown-parameter", errors: [{ pointer: "$.stratgy" }] });
    expect(problem.detail).toContain("strategy");
    expect((await post(compress, { ...sent, stratgy: "x", winnow: {} })).body.stratgy).toBe("x");
  });

  test("reports errors under winnow at their place there", async () => {
    const fault = async (winnow: unknown) =>
      (await readProblem(await postJson(compress, "/x", { ...sent, winnow }))).errors.map(({ pointer }) => pointer);
    expect(await fault({ targt: 1 })).toEqual(["$.winnow.targt"]);
    expect(await fault({ force: "yes" })).toEqual(["$.winnow.force"]);
    expect(await fault({ strategy: "nope" })).toEqual(["$.winnow.strategy"]);
    expect(await fault({ target: { tokens: 1 } })).toEqual(["$.winnow.target"]);
    expect(await fault("x")).toEqual(["$.winnow"]);
  });

  test("reports a setting that has the name of an answer's field, instead of losing it silently", async () => {
    const { body } = await post(compress, { ...sent, cache: { ttl: 60 } });
    expect(body.cache).toHaveProperty("prefix_tokens_kept");
    expect(body.warnings).toContainEqual(expect.objectContaining({ code: "name-taken" }));
    expect((await post(compress, { ...sent, cache: { ttl: 60 }, winnow: {} })).body.cache).toEqual({ ttl: 60 });
  });

  test("a dry run returns nothing", async () => {
    const { body } = await post(compress, { ...sent, dry_run: true });
    expect(body).not.toHaveProperty("input");
    expect(body).not.toHaveProperty("text");
  });

  test("the API page lists every one of our parameters", () => {
    const page = readFileSync("docs/api.md", "utf8");
    const names = [...Object.keys(compressBody.shape), ...Object.keys(compareBody.shape)];
    const known: readonly string[] = CONVERSATION_FIELDS;
    for (const name of ["winnow", ...names].filter((name) => !known.includes(name)))
      expect(page).toContain(`\`${name}`);
  });
});
