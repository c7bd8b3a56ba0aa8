import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startModelServer } from "@/tests/support/model-server";
import { isBuilt, type ProductionServer, startProductionServer } from "@/tests/support/production-server";
import { recordFigure } from "@/tests/support/record-figure";
import { makeSession } from "@/tests/support/transcripts";

const KEY = "canary-key-7f3d9b1c5e2a4860";
/** The plain key, as base64, and URL-encoded. */
const FORMS = [KEY, Buffer.from(KEY).toString("base64").replace(/=+$/, ""), encodeURIComponent(`${KEY}=`).slice(0, -3)];
const PAGES = [
  "/",
  "/settings",
  "/models",
  "/tokens",
  "/metrics",
  "/api-docs",
  "/all-sessions",
  "/all-sessions/strategies",
];
const ANSWERS = [
  "/api/settings",
  "/api/models",
  "/api/evaluate",
  "/api/metrics",
  "/api/ready",
  "/api/openapi.json",
  "/api/library",
];

const model = startModelServer();
let server: ProductionServer;
let directory = "";
beforeAll(async () => {
  if (!isBuilt) return;
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-canary-"));
  server = await startProductionServer({
    WINNOW_DATA_DIR: directory,
    LOG_LEVEL: "trace",
    WINNOW_SUMMARY_MODEL: "local/tiny",
    WINNOW_SUMMARY_BASE_URL: model.url,
    WINNOW_SUMMARY_API_KEY: KEY,
    WINNOW_SUMMARY_RETRIES: "0",
    WINNOW_SUMMARY_TIMEOUT_SECONDS: "1",
    OPENAI_API_KEY: KEY,
    ANTHROPIC_API_KEY: KEY,
    GOOGLE_GENERATIVE_AI_API_KEY: KEY,
  });
});
afterAll(async () => {
  await server?.stop();
  if (directory) fs.rmSync(directory, { recursive: true, force: true });
});

const words = "The tests of the login fail since the last change of the session store. ".repeat(60);
const body = JSON.stringify({
  format: "openai-chat",
  messages: [
    { role: "user", content: words },
    { role: "assistant", content: words },
    { role: "user", content: "Go on." },
  ],
  strategy: "claude-code",
  force: true,
});

describe.skipIf(!isBuilt)("a provider's key", () => {
  test("is in no page, script, answer, log or file, even if model calls fail", async () => {
    const texts: [string, string][] = [];
    const look = async (place: string, init?: RequestInit) => {
      const answer = await fetch(`${server.origin}${place}`, init);
      texts.push([place, `${[...answer.headers].flat().join()} ${await answer.text()}`]);
    };
    await look("/api/sessions", {
      method: "POST",
      body: makeSession({ id: "efefefef-0000-4000-8000-000000000001" }),
      headers: { "content-type": "application/octet-stream" },
    });
    const failures = [
      (answer: { fail(status: number, text: string): void }) => answer.fail(401, `the key ${KEY} is wrong`),
      (answer: { redirect(status: number, place: string): void }) => answer.redirect(302, `${model.url}?key=${KEY}`),
      (answer: { write(text: string): void }) => answer.write("thinking"), // until the time limit
    ];
    for (const behave of failures) {
      model.behave = behave as typeof model.behave;
      await look("/api/compress", { method: "POST", body, headers: { "content-type": "application/json" } });
    }
    expect(model.requests.length).toBe(failures.length); // so the key was in use
    for (const place of [...PAGES, ...ANSWERS]) await look(place);
    const scripts = new Set(texts.flatMap(([, text]) => text.match(/\/_next\/static\/[\w./~-]+\.js/g) ?? []));
    for (const place of scripts) await look(place);
    texts.push(["the log", server.output()], ...filesOf(directory));
    expect(server.output()).toContain("/api/compress");
    const found = texts.flatMap(([place, text]) => (FORMS.some((form) => text.includes(form)) ? [place] : []));
    expect(found).toEqual([]);
    recordFigure(
      "S9",
      "a planted key",
      `found in none of ${texts.length} pages, answers, scripts and files, nor in the log`,
    );
  });
});

const filesOf = (folder: string): [string, string][] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => [file, fs.readFileSync(file, "latin1")]);
