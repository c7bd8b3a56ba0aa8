import fs from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { dispatch } from "@/lib/server/routes/dispatch";
import { loadSessionSummary } from "@/lib/server/sessions/sessions";
import { apiRoute } from "../../support/api-route";
import { postBytes, readProblem, send, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";

const upload = apiRoute("POST /api/sessions");

const data = startTestServer();
const file = () => path.join(data.dir(), "models.json");
const call = (method: string, id: string, body?: unknown) =>
  send(dispatch, `/api/models/${id}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
const patch = (id: string, body: unknown) => call("PATCH", id, body);
const listed = async () => (await send(dispatch, "/api/models")).json();

beforeEach(() => fs.rmSync(file(), { force: true }));

describe("a row of the user's", () => {
  test("takes precedence, is labelled as such, and can be removed again", async () => {
    const { model } = await (await patch("openai/gpt-5", { window: 123_456, prices: { input: 1, output: 2 } })).json();
    expect(model).toMatchObject({
      id: "gpt-5",
      window: 123_456,
      max_output: 128_000,
      prices: { input: 1, cache_read: 1 },
    });
    const yours = model.sources.filter(({ source }: { source: string }) => source.startsWith("yours"));
    expect(yours.map(({ field }: { field: string }) => field).sort()).toEqual(["prices", "window"]);
    expect(await (await call("GET", "gpt-5-2025-08-07")).json()).toMatchObject({ window: 123_456 });
    expect((await listed()).overrides).toMatchObject({ count: 1, error: null });
    await patch("openai/gpt-5", { prices: null });
    expect(JSON.parse(fs.readFileSync(file(), "utf8"))).toEqual({ models: { "openai/gpt-5": { window: 123_456 } } });
    await call("DELETE", "openai/gpt-5");
    expect(await (await call("GET", "gpt-5")).json()).toMatchObject({ window: 400_000, own: null });
  });

  test("a name that cannot be decoded is an unknown model", async () => {
    expect((await readProblem(await call("GET", "%zz"))).status).toBe(404);
  });

  test("defines a model that is otherwise unknown", async () => {
    expect((await readProblem(await call("GET", "big-pickle"))).status).toBe(404);
    const { model } = await (await patch("big-pickle", { window: 65_536 })).json();
    expect(model).toMatchObject({ id: "big-pickle", provider: "yours", window: 65_536, prices: null });
    const { models } = await listed();
    expect(models.at(-1)).toMatchObject({ id: "big-pickle" });
  });

  test.each([
    [{ window: -1 }, "$.window"],
    [{ window: "128k" }, "$.window"],
    [{ prices: { input: 1 } }, "$.prices.output"],
    [{ tokenizer: "tiktoken" }, "$.tokenizer"],
    [{ release_date: "soon" }, "$.release_date"],
    [{ windw: 1 }, "$.windw"],
  ])("refuses %j with the wrong field", async (body, pointer) => {
    const problem = await readProblem(await patch("gpt-5", body));
    expect(problem.status).toBe(422);
    expect(problem.errors.map(({ pointer }) => pointer)).toContain(pointer);
    expect(fs.existsSync(file())).toBe(false);
  });
});

describe("a file with an error", () => {
  test.each([
    ["{", "not JSON"],
    ['{"models": {"gpt-5": {"window": "big"}}}', "$.models.gpt-5.window"],
    ['{"gpt-5": {}}', "$"],
  ])("ignores %s with the path of the error, and does not overwrite it", async (text, said) => {
    fs.writeFileSync(file(), text);
    const { models, overrides } = await listed();
    expect(overrides.error).toContain(said);
    expect(overrides.error).toContain(file());
    expect(models.find(({ id }: { id: string }) => id === "gpt-5").window).toBe(400_000);
    expect((await readProblem(await patch("gpt-5", { window: 5 }))).status).toBe(409);
    expect(fs.readFileSync(file(), "utf8")).toBe(text);
  });

  test("takes effect at the next read once it is corrected by hand", async () => {
    fs.writeFileSync(file(), "{");
    expect((await listed()).overrides.error).not.toBeNull();
    fs.writeFileSync(file(), JSON.stringify({ models: { "gpt-5": { window: 99 } } }));
    const { models, overrides } = await listed();
    expect(overrides).toMatchObject({ count: 1, error: null });
    expect(models.find(({ id }: { id: string }) => id === "gpt-5").window).toBe(99);
  });
});

test("sessions of an unknown model get the window that the user sets", { timeout: 60_000 }, async () => {
  const text = makeSession({ turns: 3 }).replaceAll(/"model":"[^"]*"/g, '"model":"big-pickle"');
  expect(text).toContain("big-pickle");
  const { files } = await (await postBytes(upload, text)).json();
  const id = files[0].sessions[0];
  const before = await loadSessionSummary(id);
  expect(before.window).toMatchObject({ tokens: null, peak_fraction: null });
  const answer = await (await patch("big-pickle", { window: 65_536 })).json();
  expect(answer.sessions_rereading).toBe(1);
  await vi.waitFor(async () => expect((await loadSessionSummary(id)).window.tokens).toBe(65_536), { timeout: 50_000 });
  const after = await loadSessionSummary(id);
  expect(after.window.peak_tokens).toBe(before.window.peak_tokens);
});
