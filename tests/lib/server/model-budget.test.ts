import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { POST as compress } from "@/app/api/compress/route";
import { forgetProcessState } from "@/lib/server/process-state";
import { callsToday, ModelBudgetSpent, spendModelCall } from "@/lib/server/summarise/model-budget";
import { startModelServer } from "../../support/model-server";
import { postJson, startTestServer } from "../../support/test-server";

const data = startTestServer();
const server = startModelServer();
const NAMES = [
  "WINNOW_SUMMARY_MODEL",
  "WINNOW_SUMMARY_BASE_URL",
  "WINNOW_SUMMARY_RETRIES",
  "WINNOW_MODEL_CALLS_PER_DAY",
];

beforeEach(() => {
  process.env.WINNOW_SUMMARY_MODEL = "local/tiny";
  process.env.WINNOW_SUMMARY_BASE_URL = server.url;
  server.requests.length = 0;
  restart();
  fs.rmSync(path.join(data.dir(), "model-calls.json"), { force: true });
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

describe("the calls of models that one day may have", () => {
  test("retries count, and none goes past the budget", async () => {
    process.env.WINNOW_MODEL_CALLS_PER_DAY = "2";
    process.env.WINNOW_SUMMARY_RETRIES = "2";
    server.behave = (answer) => answer.fail(503);
    const { status, messages, warnings } = await ask();
    expect([status, messages]).toEqual(["failed", body.messages]);
    expect(server.requests).toHaveLength(2);
    expect(warnings[0].message).toMatch(/2 calls of models that one day may have are used up/);
    expect(callsToday()).toBe(2);
  }, 30_000);

  test("a loop of a thousand calls ends at the budget, also after restarts", () => {
    process.env.WINNOW_MODEL_CALLS_PER_DAY = "30";
    let made = 0;
    for (let index = 0; index < 1_000; index += 1) {
      if (index % 100 === 0) restart();
      try {
        spendModelCall();
        made += 1;
      } catch (error) {
        expect(error).toBeInstanceOf(ModelBudgetSpent);
      }
    }
    expect(made).toBe(30);
  });

  test("zero allows none, a new day begins anew, and a file that cannot be read is no calls", async () => {
    process.env.WINNOW_MODEL_CALLS_PER_DAY = "0";
    expect((await ask()).status).toBe("failed");
    expect(server.requests).toEqual([]);
    process.env.WINNOW_MODEL_CALLS_PER_DAY = "1";
    spendModelCall();
    expect(() => spendModelCall()).toThrow(ModelBudgetSpent);
    expect(callsToday(new Date(Date.now() + 86_400_000))).toBe(0);
    restart();
    fs.writeFileSync(path.join(data.dir(), "model-calls.json"), '{"day":');
    expect(callsToday()).toBe(0);
  });
});
