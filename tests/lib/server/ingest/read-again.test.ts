import fs from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { JobResult } from "@/lib/api/schemas/job";
import { listImports } from "@/lib/server/ingest/list-imports";
import { loadJob } from "@/lib/server/jobs/jobs";
import { listLibrary } from "@/lib/server/sessions/sessions";
import { apiRoute } from "../../../support/api-route";
import { postJson, startTestServer } from "../../../support/test-server";
import { makeSession } from "../../../support/transcripts";

const importFound = apiRoute("POST /api/discover/import");

const data = startTestServer();
const project = () => path.join(data.dir(), "home", ".claude", "projects", "p");

beforeAll(() => {
  process.env.WINNOW_DISCOVERY_HOME = path.join(data.dir(), "home");
  fs.mkdirSync(project(), { recursive: true });
});

async function read(name: string) {
  const body = { root: "claude-code", paths: [`p/${name}`] };
  const { job } = await (await postJson(importFound, "/api/discover/import", body)).json();
  await expect.poll(async () => (await loadJob(job.id)).state, { timeout: 20_000 }).toBe("done");
  return ((await loadJob(job.id)).result as JobResult<"import">).files[0];
}
const cuts = async () =>
  (await listImports(1)).imports.flatMap(({ report }) => report.issues.filter(({ cut }) => cut !== undefined));

test("a truncated file that is read again once complete stays one session with its address", async () => {
  const whole = makeSession({ id: "aaaaaaaa-0000-4000-8000-00000000000a", turns: 3 });
  const file = path.join(project(), "cut.jsonl");
  fs.writeFileSync(file, whole.slice(0, -60));
  const first = await read("cut.jsonl");
  expect(await cuts()).toHaveLength(1);
  expect(await read("cut.jsonl")).toMatchObject({ duplicate: true, sessions: first?.sessions });

  fs.writeFileSync(file, whole);
  const second = await read("cut.jsonl");
  expect(second).toMatchObject({ duplicate: false, sessions: first?.sessions, rows: { read: 12, pending_bytes: 0 } });
  expect(await cuts()).toEqual([]);

  fs.writeFileSync(file, makeSession({ id: "aaaaaaaa-0000-4000-8000-00000000000a", turns: 5 }));
  expect(await read("cut.jsonl")).toMatchObject({ duplicate: false, sessions: first?.sessions, rows: { read: 20 } });
  expect((await listLibrary({ limit: 10 })).sessions).toHaveLength(1);
  expect((await listImports(1)).imports).toHaveLength(1);
});

test("another file that begins differently is a separate session", async () => {
  fs.writeFileSync(path.join(project(), "other.jsonl"), makeSession({ id: "aaaaaaaa-0000-4000-8000-00000000000b" }));
  await read("other.jsonl");
  expect((await listLibrary({ limit: 10 })).sessions).toHaveLength(2);
});
