import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { smallHistory } from "@/lib/example/articles/redis";
import { forgetProcessState } from "@/lib/server/process/process-state";
import { changeSettings, currentSettings, DEFAULT_SETTINGS, readSettings } from "@/lib/server/store/preferences";
import { apiRoute } from "../../support/api-route";
import { postBytes, readProblem, send, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";

const compress = apiRoute("POST /api/compress");
const upload = apiRoute("POST /api/sessions");
const sayModel = apiRoute("PUT /api/settings/clients");
const change = apiRoute("PATCH /api/settings");
const read = apiRoute("GET /api/settings");
const ask = apiRoute("POST /api/settings/test");

startTestServer();

const patch = (body: object) =>
  send(change, "/api/settings", {
    method: "PATCH",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
const state = async () => (await send(read, "/api/settings")).json();
const post = (handler: unknown, path: string, method: string, body: object) =>
  send(handler, path, { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } });

beforeAll(async () => {
  await postBytes(upload, makeSession());
});
afterEach(() => changeSettings(DEFAULT_SETTINGS));

describe("settings", () => {
  test("have defaults, are changed one by one, and survive a restart", async () => {
    expect((await state()).settings).toEqual(DEFAULT_SETTINGS);
    await patch({ theme: "dark" });
    await patch({ price_per_lost_fact: 0.04, bin_days: 7 });
    forgetProcessState("preferences");
    expect(await readSettings()).toEqual({
      ...DEFAULT_SETTINGS,
      theme: "dark",
      price_per_lost_fact: 0.04,
      bin_days: 7,
    });
    expect(currentSettings().bin_days).toBe(7);
    expect((await state()).data).toMatchObject({
      sessions: 1,
      database: process.env.DATABASE_URL ? "postgres" : "embedded",
    });
  });

  test("keep both of two changes made at the same time", async () => {
    await Promise.all([patch({ theme: "dark" }), patch({ bin_days: 7 })]);
    expect(currentSettings()).toEqual({ ...DEFAULT_SETTINGS, theme: "dark", bin_days: 7 });
  });

  test("refuse invalid values, and then change nothing", async () => {
    for (const body of [
      { theme: "blue" },
      { bin_days: 0 },
      { price_per_lost_fact: -1 },
      { colour: "red" },
      { judge_model: "gpt" },
    ])
      expect((await readProblem(await patch({ language: "en", ...body }))).status).toBe(422);
    expect((await state()).settings).toEqual(DEFAULT_SETTINGS);
  });
});

describe("models", () => {
  test("report where they were set and which key is missing", async () => {
    expect((await state()).summary).toEqual({ model: null, source: "none", missing: null });
    await patch({ summary_model: "anthropic/claude-haiku-4-5", judge_model: "local/llama" });
    const { summary, judge } = await state();
    expect(summary).toEqual({ model: "anthropic/claude-haiku-4-5", source: "settings", missing: "ANTHROPIC_API_KEY" });
    expect(judge).toEqual({ model: "local/llama", source: "settings", missing: "WINNOW_SUMMARY_BASE_URL" });
  });

  test("are not called if none is set up or a key is missing", async () => {
    expect((await readProblem(await post(ask, "/api/settings/test", "POST", { role: "judge" }))).code).toBe("no-model");
    await patch({ judge_model: "openai/gpt-5.2" });
    expect((await readProblem(await post(ask, "/api/settings/test", "POST", { role: "judge" }))).status).toBe(422);
  });

  test("can be set here for a client whose logs name none, and reset", async () => {
    await post(sayModel, "/api/settings/clients", "PUT", { client: "some-client", model: "gpt-5" });
    expect((await state()).client_models).toContainEqual({
      client: "some-client",
      model: "gpt-5",
      window: null,
      sessions: 0,
    });
    await post(sayModel, "/api/settings/clients", "PUT", { client: "some-client", model: null });
    expect((await state()).client_models).toEqual([]);
  });
});

test("stores custom prompts by name, and refuses a prompt without text", async () => {
  const own = { name: "Short", strategy: "roo-3.25", prompt: "List what fails." };
  expect((await patch({ summary_prompts: [own] })).status).toBe(200);
  expect((await state()).settings.summary_prompts).toEqual([own]);
  expect((await patch({ summary_prompts: [{ ...own, prompt: " " }] })).status).toBe(422);
});

test("the API accepts a saved prompt by name, and refuses an unknown name", async () => {
  const prompt = "List what fails.";
  await patch({ summary_prompts: [{ name: "Short", strategy: "roo-3.25", prompt }] });
  const compressed = (variant: string) =>
    post(compress, "/api/compress", "POST", {
      messages: smallHistory(),
      model: "gpt-4o",
      force: true,
      strategy: { id: "roo-3.25", variant },
      include: ["prompts"],
    });
  expect(await (await compressed("Short")).json()).toMatchObject({ prompts: [{ task: prompt }] });
  const refused = await readProblem(await compressed("Shorter"));
  expect(refused).toMatchObject({ status: 422, code: "unknown-variant" });
  expect(JSON.stringify(refused)).toContain("$.strategy.variant");
});
