import { beforeAll, describe, expect, test } from "vitest";
import { loadSimulatedCache } from "@/lib/server/sessions/cache-page";
import { apiRoute } from "../../support/api-route";
import { postBytes, postJson, readProblem, send, startTestServer } from "../../support/test-server";

const candidates = apiRoute("GET /api/sessions/{id}/model");
const state = apiRoute("PUT /api/sessions/{id}/model");
const unstate = apiRoute("DELETE /api/sessions/{id}/model");
const listRequests = apiRoute("GET /api/sessions/{id}/requests");
const show = apiRoute("GET /api/sessions/{id}");
const list = apiRoute("GET /api/sessions");
const upload = apiRoute("POST /api/sessions");

startTestServer();

const turn = (at: number) => [
  { role: "user", content: `Step ${at}: ${"look at the next file of the shop. ".repeat(300)}` },
  { role: "assistant", content: "It is in order." },
];
const listOf = (topic: string, more: object = {}) =>
  JSON.stringify({
    messages: [{ role: "system", content: `You check ${topic}.` }, ...[1, 2, 3].flatMap(turn)],
    ...more,
  });

let [id, other, named] = ["", "", ""];
beforeAll(async () => {
  const send1 = async (text: string) => (await (await postBytes(upload, text)).json()).files[0].sessions[0] as string;
  id = await send1(listOf("the shop"));
  other = await send1(listOf("the stock"));
  named = await send1(listOf("the till", { model: "claude-sonnet-4-5" }));
});

const summaryOf = async (session: string) =>
  (await send(show, `/api/sessions/${session}`, { params: { id: session } })).json();
const put = (session: string, body: object) =>
  postJson(state, `/api/sessions/${session}/model`, body, { method: "PUT", params: { id: session } });
const take = (session: string, scope: string) =>
  send(unstate, `/api/sessions/${session}/model?scope=${scope}`, { method: "DELETE", params: { id: session } });

describe("a list without a model", () => {
  test("simulates its cache with the ideal prefix, leaves its window unknown, and marks it as simulated in the library", async () => {
    const summary = await summaryOf(id);
    expect(summary).toMatchObject({ models: [], stated: null, window: { tokens: null } });
    expect(summary.cache).toMatchObject({ read_share: null, simulated: { policy: "ideal-prefix", cost: null } });
    const { sessions } = await (await send(list, "/api/sessions")).json();
    const row = sessions.find((entry: { id: string }) => entry.id === id);
    expect(row.cache_read_share).toBeNull();
    expect(row.simulated_read_share).toBeCloseTo(summary.cache.simulated.read_share, 10);
  });

  test("rules in the link select another simulation; unknown rules select the usual one", async () => {
    const blocks = await loadSimulatedCache(id, "main", "vllm-blocks");
    expect(blocks?.policy).toBe("vllm-blocks");
    expect(blocks?.own.requests.map(({ read }) => read % 16)).toEqual([0, 0, 0]);
    expect(blocks?.cache.times).toBe("none");
    expect((await loadSimulatedCache(id, "main", "nonsense"))?.policy).toBe("ideal-prefix");
  });

  test("a stated model sets window, tokenizer, prices and rules; withdrawing it restores everything", async () => {
    const before = await summaryOf(id);
    const answer = await (await put(id, { model: "gpt-4o" })).json();
    expect(answer).toEqual({ stated: { model: "gpt-4o", window: null, scope: "session" }, sessions_rereading: 0 });
    const said = await summaryOf(id);
    expect(said).toMatchObject({ models: ["gpt-4o"], window: { tokens: 128_000, source: "known" } });
    expect(said.counting.basis).toBe("exact");
    expect(said.cache.simulated.policy).toBe("openai-auto");
    expect(said.cache.simulated.cost.amount).toBeGreaterThan(0);
    expect((await summaryOf(other)).models).toEqual([]);
    expect((await (await take(id, "session")).json()).stated).toBeNull();
    expect(await summaryOf(id)).toEqual(before);
  });

  test("several models: another takes over at a request, and each request uses its model's window and prices", async () => {
    const before = await summaryOf(id);
    const changes = [{ index_in_agent: 2, model: "gpt-5" }];
    const { stated } = await (await put(id, { model: "gpt-4o", changes })).json();
    expect(stated).toEqual({ model: "gpt-4o", window: null, scope: "session", changes });
    expect(await summaryOf(id)).toMatchObject({ models: ["gpt-4o", "gpt-5"], stated });
    const { requests } = await (await send(listRequests, `/api/sessions/${id}/requests`, { params: { id } })).json();
    expect(requests.map(({ model }: { model: string }) => model)).toEqual(["gpt-4o", "gpt-4o", "gpt-5"]);
    await take(id, "session");
    expect(await summaryOf(id)).toEqual(before);
  });

  test("refuses changes that state nothing", async () => {
    const change = { index_in_agent: 1, model: "gpt-5" };
    const statusOf = async (body: object) => (await put(id, body)).status;
    expect(await statusOf({ changes: [change] })).toBe(422);
    expect(await statusOf({ model: "gpt-4o", changes: [change], scope: "client" })).toBe(422);
    expect(await statusOf({ model: "gpt-4o", changes: [change, change] })).toBe(422);
    const late = await readProblem(
      await put(id, { model: "gpt-4o", changes: [{ index_in_agent: 3, model: "gpt-5" }] }),
    );
    expect(late).toMatchObject({ code: "no-such-request" });
    expect((await summaryOf(id)).stated).toBeNull();
  });

  test("a stated window alone gives a share of the window, marked as stated", async () => {
    await put(id, { window: 9_000 });
    const { window } = await summaryOf(id);
    expect(window).toMatchObject({ tokens: 9_000, source: "stated" });
    expect(window.peak_fraction).toBeCloseTo(window.peak_tokens / 9_000, 10);
    await take(id, "session");
  });
});

describe("a whole client", () => {
  test("is stated once for all its logs without a model; models in logs stay", async () => {
    const named1 = await summaryOf(named);
    await put(id, { model: "gpt-5", scope: "client" });
    expect(await summaryOf(id)).toMatchObject({ models: ["gpt-5"], stated: { scope: "client" } });
    await expect.poll(async () => (await summaryOf(other)).models, { timeout: 20_000 }).toEqual(["gpt-5"]);
    expect((await summaryOf(named)).models).toEqual(named1.models);
    const next = await (await postBytes(upload, listOf("the cellar"))).json();
    expect((await summaryOf(next.files[0].sessions[0])).models).toEqual(["gpt-5"]);
    await take(id, "client");
    expect((await summaryOf(id)).models).toEqual([]);
  });
});

describe("a file of several logs", () => {
  test("is stated once for all of them; a statement about one session takes precedence, and each can be withdrawn", async () => {
    const text = ["the roof", "the wall"].map((topic) => listOf(topic)).join("\n");
    const [roof, wall] = (await (await postBytes(upload, text)).json()).files[0].sessions as [string, string];
    await put(wall, { model: "gpt-5" });
    await put(roof, { model: "gpt-4o", scope: "file" });
    expect(await summaryOf(roof)).toMatchObject({ models: ["gpt-4o"], stated: { scope: "file" } });
    expect(await summaryOf(wall)).toMatchObject({ models: ["gpt-5"], stated: { scope: "session" } });
    await take(wall, "session");
    expect((await summaryOf(wall)).models).toEqual(["gpt-4o"]);
    await take(roof, "file");
    expect((await summaryOf(wall)).models).toEqual([]);
  });
});

test("does not ask again about a log whose model was left unknown; the statement can be withdrawn", async () => {
  const answer = await (await put(id, { unknown: true })).json();
  expect(answer.stated).toEqual({ model: null, window: null, scope: "session" });
  expect(await summaryOf(id)).toMatchObject({ models: [], window: { tokens: null } });
  expect((await (await take(id, "session")).json()).stated).toBeNull();
});

describe("the models that a log may have used", () => {
  const ask = async (session: string, query = "") =>
    (await send(candidates, `/api/sessions/${session}/model${query}`, { params: { id: session } })).json();

  test("list window, prices and rule, and the same cost as the session once stated", async () => {
    const found = await ask(id, "?ask=gpt-4o");
    expect(found).toMatchObject({ stated: null, day: null });
    expect(found.others_of_client).toBeGreaterThan(0);
    const [first] = found.candidates;
    expect(first).toMatchObject({
      ...{ model: "gpt-4o", reason: "asked", window: 128_000, prices: { input: 2.5, cached: 1.25, output: 10 } },
      rule: { policy: "openai-auto", minimum_tokens: 1024 },
    });
    await put(id, { model: "gpt-4o" });
    const { cache } = await summaryOf(id);
    expect(first.cost).toEqual(cache.simulated.cost);
    expect(first.read_share).toBe(cache.simulated.read_share);
    expect((await ask(id)).candidates[0]).toMatchObject({ model: "gpt-4o", reason: "stated", cost: first.cost });
    await take(id, "session");
  });

  test("refuses a name missing from the model table", async () => {
    expect(await ask(id, "?ask=nobody-knows-it")).toMatchObject({ status: 422, code: "unknown-model" });
  });
});

test("refuses invalid statements with their paths", async () => {
  expect(await readProblem(await put(id, {}))).toMatchObject({ status: 422 });
  expect(await readProblem(await put(id, { model: "x", windows: 3 }))).toMatchObject({ status: 422 });
  expect(await readProblem(await put(id, { model: "x", unknown: true }))).toMatchObject({ status: 422 });
  expect(await readProblem(await take(id, "all"))).toMatchObject({ status: 422, code: "invalid-parameter" });
  expect(await readProblem(await put("nope", { model: "x" }))).toMatchObject({ status: 404, code: "no-such-session" });
});
