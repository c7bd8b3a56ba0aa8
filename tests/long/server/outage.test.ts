import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { loadJob, startJob } from "@/lib/server/jobs/jobs";
import { apiRoute } from "../../support/api-route";
import { onPostgres } from "../../support/on-both-stores";
import { postBytes, readProblem, send, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";

const health = apiRoute("GET /api/health");
const ready = apiRoute("GET /api/ready");
const list = apiRoute("GET /api/sessions");
const upload = apiRoute("POST /api/sessions");

/** Time for two restarts of a server on a busy machine. */
const PATIENCE_MS = 90_000;

onPostgres("PostgreSQL is stopped and started again", () => {
  const data = startTestServer("postgres");
  const checks = async () => (await (await send(ready, "/x")).json()).checks;

  test("meanwhile every answer says so; afterwards everything is as before, and the end of a job was not lost", {
    timeout: PATIENCE_MS,
  }, async () => {
    const [id] = (await (await postBytes(upload, makeSession())).json()).files[0].sessions;
    let finish = (_: { run: string }) => {};
    const job = await startJob("corpus", () => new Promise((resolve) => (finish = resolve)));
    await data.cluster().stop();

    const refused = await send(list, "/x");
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(await readProblem(refused)).toMatchObject({ status: 503, code: "db-down" });
    const other = makeSession({ id: "bbbbbbbb-2222-4333-8444-555555555555" });
    expect(await readProblem(await postBytes(upload, other))).toMatchObject({ status: 503, code: "db-down" });
    expect(fs.readdirSync(path.join(data.dir(), "incoming"))).toEqual([]);
    expect((await send(health, "/x")).status).toBe(200);
    expect(await checks()).toEqual({ database: "failed", storage: "ok", worker: "ok" });
    finish({ run: "run_42" });
    await expect.poll(async () => (await loadJob(job.id)).state).toBe("done");

    await data.cluster().resume();
    expect(await checks()).toEqual({ database: "ok", storage: "ok", worker: "ok" });
    expect((await (await send(list, "/x")).json()).sessions).toMatchObject([{ id }]);
    expect((await postBytes(upload, other)).status).toBe(201);
    const row = async () => (await getDb()).job.findUnique({ where: { id: job.id } });
    await expect.poll(row, { timeout: 10_000 }).toMatchObject({ state: "done", resultJson: '{"run":"run_42"}' });
  });

  test("an open transaction is undone", { timeout: PATIENCE_MS }, async () => {
    const db = await getDb();
    const broken = db.$transaction(async (transaction) => {
      await transaction.flag.create({ data: { name: "half" } });
      await data.cluster().stop();
      await transaction.flag.create({ data: { name: "whole" } });
    });
    await expect(broken).rejects.toMatchObject({ name: "DatabaseDown" });
    await data.cluster().resume();
    expect(await db.flag.count({ where: { name: { in: ["half", "whole"] } } })).toBe(0);
    await db.$transaction((transaction) => transaction.flag.create({ data: { name: "whole" } }));
  });
});
