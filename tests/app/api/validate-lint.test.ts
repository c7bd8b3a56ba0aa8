import { expect, test } from "vitest";
import { apiRoute } from "@/tests/support/api-route";
import { postJson, readProblem, startTestServer } from "@/tests/support/test-server";

const validate = apiRoute("POST /api/validate");

startTestServer();

const user = { role: "user", content: "Start" };
const tool = (name: string) => ({ type: "function", function: { name, parameters: { type: "object" } } });
const post = (body: unknown) => postJson(validate, "/api/validate", body);

test("lint reports what costs the prefix cache, including changes since the previous request", async () => {
  const clock = { role: "system", content: "It is 2026-11-22 10:00:05 now." };
  const body = { messages: [clock, user], tools: [tool("read"), tool("write")] };
  const previous = { messages: [clock, user], tools: [tool("read")] };
  const { findings } = await (await post({ ...body, lint: true, previous })).json();
  expect(findings.map(({ code }: { code: string }) => code)).toEqual(["volatile-prefix", "tools-changed"]);
});

test("without lint there are no findings, and an unreadable previous body is a problem with its path", async () => {
  expect(await (await post({ messages: [user] })).json()).not.toHaveProperty("findings");
  const problem = await readProblem(await post({ messages: [user], lint: true, previous: { messages: "x" } }));
  expect(problem.status).toBe(422);
  expect(problem.errors[0]?.pointer).toContain("$.previous");
});

test("finds a long system prompt without a cache mark if the provider caches only at marks", async () => {
  const system = [{ type: "text", text: "Rules ".repeat(3_000) }];
  const marked = [{ ...system[0], cache_control: { type: "ephemeral" } }];
  const lint = async (body: object): Promise<string[]> => {
    const { findings } = await (await post({ messages: [user], lint: true, ...body })).json();
    return findings.map(({ code, at }: { code: string; at: string }) => `${code} ${at}`);
  };
  const claude = { model: "claude-sonnet-4-5", max_tokens: 10 };
  expect(await lint({ ...claude, system })).toEqual(["unmarked-head system.0"]);
  expect(await lint({ ...claude, messages: [{ role: "system", content: system[0]?.text }, user] })).toEqual([
    "unmarked-head m0.0",
  ]);
  expect(await lint({ ...claude, system: marked })).toEqual([]);
  expect(await lint({ ...claude, system, cache_control: { type: "ephemeral" } })).toEqual([]);
  expect(await lint({ ...claude, system: "Rules" })).toEqual([]);
  expect(await lint({ model: "gpt-5", messages: [{ role: "system", content: system[0]?.text }, user] })).toEqual([]);
});
