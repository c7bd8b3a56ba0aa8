import { afterEach, beforeEach, expect, test } from "vitest";
import { DatabaseDamaged, forgetDamage, noteDamage } from "@/lib/server/db/database-damage";
import "@/lib/server/answers/metrics";
import { databaseUrl } from "@/lib/server/process/settings";
import { apiRoute } from "../../support/api-route";
import { postBytes, send, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";

const diagnostics = apiRoute("GET /api/diagnostics");
const health = apiRoute("GET /api/health");
const upload = apiRoute("POST /api/sessions");

const data = startTestServer();
const SECRET = "planted-9f8e7d6c5b4a";
const VARIABLES = {
  OPENAI_API_KEY: `sk-${SECRET}`,
  WINNOW_SUMMARY_BASE_URL: `http://user:${SECRET}@127.0.0.1:9/v1`,
  WINNOW_SUMMARY_MODEL: `local/${SECRET}`,
  WINNOW_ALLOWED_HOSTS: `${SECRET}.example`,
  MY_OWN_SECRET: SECRET,
};
beforeEach(() => Object.assign(process.env, VARIABLES));
afterEach(() => {
  for (const name of Object.keys(VARIABLES)) delete process.env[name];
});

test("contains versions, sizes and counts, and nothing planted in transcripts, names, calls and settings", async () => {
  const session = makeSession({ id: "88888888-0000-4000-8000-000000000001" }).replaceAll("fix", SECRET);
  const name = encodeURIComponent(`${SECRET}/${SECRET}.jsonl`);
  expect((await postBytes(upload, session, { "x-file-name": name })).status).toBe(201);
  await send(health, `/api/health?q=${SECRET}`);
  const answer = await send(diagnostics, "/api/diagnostics");
  expect(answer.headers.get("content-disposition")).toContain("attachment");
  const text = await answer.text();
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(data.dir());
  expect(text).not.toContain(process.cwd());
  const bundle = JSON.parse(text);
  expect(bundle).toMatchObject({
    readiness: { status: "ready" },
    database: { state: "ok", rows: { session: 1, importedFile: 1 } },
    formats: { "claude-code": 1 },
    model_calls_today: 0,
  });
  expect(bundle.variables).toEqual(expect.arrayContaining(["OPENAI_API_KEY", "WINNOW_SUMMARY_MODEL"]));
  expect(bundle.variables).not.toContain("MY_OWN_SECRET");
  expect(bundle.folders.blobs.files).toBe(1);
  expect(bundle.calls["GET /api/health 200"]).toBeGreaterThan(0);
});

test("with a damaged database, reports what it can and marks the rest as unknown", async () => {
  noteDamage(databaseUrl(), new DatabaseDamaged("winnow.db", ["row 1 missing"]));
  try {
    const bundle = await (await send(diagnostics, "/api/diagnostics")).json();
    expect(bundle).toMatchObject({ database: { state: "damaged", rows: {} }, model_calls_today: null });
  } finally {
    forgetDamage(databaseUrl());
  }
});
