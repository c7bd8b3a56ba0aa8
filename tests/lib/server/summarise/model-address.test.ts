import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { apiRoute } from "../../../support/api-route";
import { postJson, startTestServer } from "../../../support/test-server";

const compress = apiRoute("POST /api/compress");
const evaluate = apiRoute("POST /api/evaluate");
const changeSettings = apiRoute("PATCH /api/settings");

startTestServer();

const HERE = "http://127.0.0.1:9/v1";
/** Addresses of the machine, its network and a cloud's metadata service, in spellings that pass naive checks. */
const ADDRESSES = [
  "http://127.0.0.1:22/",
  "http://169.254.169.254/latest/meta-data",
  "http://[::ffff:7f00:1]/",
  "http://2130706433/",
  "http://0/",
  "http://localhost./",
  "http://user:pw@127.0.0.1/",
  "http://127.0.0.1.nip.io/",
  "file:///etc/passwd",
];
const NAMES = ["WINNOW_SUMMARY_MODEL", "WINNOW_SUMMARY_BASE_URL", "WINNOW_SUMMARY_RETRIES", "WINNOW_JUDGE_MODEL"];

const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
    asked.push(String(input instanceof Request ? input.url : input));
    throw new TypeError("no network in this test");
  });
  process.env.WINNOW_SUMMARY_MODEL = "local/tiny";
  process.env.WINNOW_SUMMARY_BASE_URL = HERE;
  process.env.WINNOW_SUMMARY_RETRIES = "0";
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of NAMES) delete process.env[name];
});

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
};

describe("only the environment determines where a conversation is sent", () => {
  test("by default, it goes to the configured address", async () => {
    await postJson(compress, "/api/compress", body);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every((address) => address.startsWith(HERE))).toBe(true);
  });

  test.each(ADDRESSES)("%s in any field of a request is never contacted", async (address) => {
    const fields = ["base_url", "baseURL", "api_base", "url", "endpoint", "host"];
    const extra = Object.fromEntries(fields.map((name) => [name, address]));
    const bodies = [
      { ...body, ...extra },
      { ...body, model: address },
      { ...body, summarizer: { model: address } },
      { ...body, summarizer: { model: `local/${address}`, ...extra } },
      { ...body, winnow: { strategy: "claude-code", force: true, summarizer: { model: address, ...extra } } },
    ];
    for (const sent of bodies) await postJson(compress, "/api/compress", sent);
    const judge = { original: body, compressed: body, judge: { model: address, answer_model: address, ...extra } };
    await postJson(evaluate, "/api/evaluate", judge);
    await postJson(changeSettings, "/api/settings", { summary_model: address, ...extra }, { method: "PATCH" });
    expect(asked.filter((place) => !place.startsWith(`${HERE}/`))).toEqual([]);
  });

  test("the server has one way out to models, which follows no redirects, and one to the configured bucket", () => {
    const files = fs.readdirSync("lib/server", { recursive: true }).map(String);
    const callers = files
      .filter((file) => file.endsWith(".ts"))
      .filter((file) => /(?<![.\w])fetch\(|node:https?"|undici|node:net"|"@aws-sdk\//.test(withoutTypes(file)));
    expect(callers.sort()).toEqual([path.join("objects", "s3-sdk.ts"), path.join("summarise", "fetch-here-only.ts")]);
    expect(fs.readFileSync("lib/server/summarise/fetch-here-only.ts", "utf8")).toContain('redirect: "manual"');
  });
});

/** A file's text without type imports, which do not exist at run time. */
const withoutTypes = (file: string): string =>
  fs.readFileSync(path.join("lib/server", file), "utf8").replaceAll(/^import type .*$/gm, "");
