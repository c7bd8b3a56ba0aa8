import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { forgetProcessState } from "@/lib/server/process/process-state";
import { apiRoute } from "../../support/api-route";
import { postJson, readProblem, startTestServer } from "../../support/test-server";

const compress = apiRoute("POST /api/compress");

const data = startTestServer();

const body = (text: string) => ({
  format: "openai-chat",
  messages: [{ role: "user", content: text }],
  strategy: "winnow",
  force: true,
});
const post = (key: string, value: unknown) =>
  postJson(compress, "/api/compress", value, { headers: { "idempotency-key": key } });

test("the same key and body runs once, even across a restart; a different body with the key is refused", async () => {
  const first = await post("k-1", body("hello"));
  const text = await first.text();
  expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([200, null]);
  forgetProcessState("idempotent-calls");
  const second = await post("k-1", body("hello"));
  expect([second.status, second.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
  expect(await second.text()).toBe(text);
  const other = await readProblem(await post("k-1", body("good-bye")));
  expect(other).toMatchObject({ status: 422, code: "idempotency-key-reused" });
});

test("of twenty concurrent calls one runs; the others are asked to retry or get its answer", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => post("k-2", body("at once"))));
  const done = answers.filter(({ status, headers }) => status === 200 && headers.get("idempotency-replayed") === null);
  expect(done).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(await readProblem(answer)).toMatchObject({ status: 409, code: "in-progress" });
  }
});

test("failures are not stored, and a key that no header may contain is refused", async () => {
  expect((await post("k-3", { messages: 1 })).status).toBe(422);
  expect((await post("k-3", body("now well"))).status).toBe(200);
  expect(await readProblem(await post("a b", body("x")))).toMatchObject({ status: 400, code: "bad-idempotency-key" });
});

test("an answer whose file was cut off by a power failure is computed again", async () => {
  await post("k-4", body("cut off"));
  const folder = path.join(data.dir(), "idempotency");
  for (const name of fs.readdirSync(folder)) fs.truncateSync(path.join(folder, name));
  const again = await post("k-4", body("cut off"));
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, null]);
});
