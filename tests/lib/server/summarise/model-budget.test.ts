import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { forgetProcessState } from "@/lib/server/process/process-state";
import { callsToday, ModelBudgetSpent, spendModelCall } from "@/lib/server/summarise/model-budget";
import { apiRoute } from "../../../support/api-route";
import { startModelServer } from "../../../support/model-server";
import { postJson, startTestServer } from "../../../support/test-server";

const compress = apiRoute("POST /api/compress");

startTestServer();
const server = startModelServer();
const NAMES = [
  "WINNOW_SUMMARY_MODEL",
  "WINNOW_SUMMARY_BASE_URL",
  "WINNOW_SUMMARY_RETRIES",
  "WINNOW_MODEL_CALLS_PER_DAY",
];

beforeEach(async () => {
  process.env.WINNOW_SUMMARY_MODEL = "local/tiny";
  process.env.WINNOW_SUMMARY_BASE_URL = server.url;
  server.requests.length = 0;
  restart();
  await (await getDb()).modelCalls.deleteMany();
});
afterEach(() => {
  for (const name of NAMES) delete process.env[name];
});

const restart = () => forgetProcessState("model-budget");
const words = "The tests of the login fail since the last change of the session store. ".repeat(60);
const body = {
  format: "openai-chat",
  messages: [
    { role: "user", content: words },
    { role: "assistant", content: words },
    { role: "user", content: "Go on." },
  ],
  strategy: "claude-code",
  force: true,
  model: "gpt-4o",
};
const ask = async () => (await postJson(compress, "/api/compress", body)).json();

describe("a day's budget of model calls", () => {
  test("retries count, and none exceeds the budget", async () => {
    process.env.WINNOW_MODEL_CALLS_PER_DAY = "2";
    process.env.WINNOW_SUMMARY_RETRIES = "2";
    server.behave = (answer) => answer.fail(503);
    const { status, messages, warnings } = await ask();
    expect([status, messages]).toEqual(["failed", body.messages]);
    expect(server.requests).toHaveLength(2);
    expect(warnings[0].message).toMatch(/2 model calls are used up/);
    expect(await callsToday()).toBe(2);
  }, 30_000);

  test("a loop of hundreds of calls ends at the budget, even with restarts and concurrent calls", async () => {
    process.env.WINNOW_MODEL_CALLS_PER_DAY = "30";
    let made = 0;
    for (let round = 0; round < 10; round += 1) {
      restart();
      const all = await Promise.allSettled(Array.from({ length: 20 }, () => spendModelCall()));
      for (const call of all)
        if (call.status === "fulfilled") made += 1;
        else expect(call.reason).toBeInstanceOf(ModelBudgetSpent);
    }
    expect(made).toBe(30);
    expect(await callsToday()).toBe(30);
  });

  test("zero allows none, and a new day starts over", async () => {
    process.env.WINNOW_MODEL_CALLS_PER_DAY = "0";
    expect((await ask()).status).toBe("failed");
    expect(server.requests).toEqual([]);
    process.env.WINNOW_MODEL_CALLS_PER_DAY = "1";
    await spendModelCall();
    await expect(spendModelCall()).rejects.toThrow(ModelBudgetSpent);
    const tomorrow = new Date(Date.now() + 86_400_000);
    expect(await callsToday(tomorrow)).toBe(0);
    await spendModelCall(tomorrow);
    await expect(spendModelCall(tomorrow)).rejects.toThrow(ModelBudgetSpent);
  });

  test("without the database each process counts for itself, from what it knows", async () => {
    process.env.WINNOW_MODEL_CALLS_PER_DAY = "3";
    await spendModelCall();
    await (await getDb()).$executeRawUnsafe('ALTER TABLE "ModelCalls" RENAME TO "Away"');
    try {
      await spendModelCall();
      await spendModelCall();
      await expect(spendModelCall()).rejects.toThrow(ModelBudgetSpent);
    } finally {
      await (await getDb()).$executeRawUnsafe('ALTER TABLE "Away" RENAME TO "ModelCalls"');
    }
  });
});
