import { expect, test } from "vitest";
import { POST as validate } from "@/app/api/validate/route";
import { postJson, readProblem, startTestServer } from "@/tests/support/test-server";

startTestServer();

const user = { role: "user", content: "Start" };
const tool = (name: string) => ({ type: "function", function: { name, parameters: { type: "object" } } });
const post = (body: unknown) => postJson(validate, "/api/validate", body);

test("lint names what costs the prefix cache, also what changed since the previous request", async () => {
  const clock = { role: "system", content: "It is 2026-11-22 10:00:05 now." };
  const body = { messages: [clock, user], tools: [tool("read"), tool("write")] };
  const previous = { messages: [clock, user], tools: [tool("read")] };
  const { findings } = await (await post({ ...body, lint: true, previous })).json();
  expect(findings.map(({ code }: { code: string }) => code)).toEqual(["volatile-prefix", "tools-changed"]);
});

test("without lint there are no findings, and a previous body that cannot be read is a problem that says where", async () => {
  expect(await (await post({ messages: [user] })).json()).not.toHaveProperty("findings");
  const problem = await readProblem(await post({ messages: [user], lint: true, previous: { messages: "x" } }));
  expect(problem.status).toBe(422);
  expect(problem.errors[0]?.pointer).toContain("$.previous");
});
