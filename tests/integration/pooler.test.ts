import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JobResult } from "@/lib/api/schemas/job";
import { closeDb, getDb } from "@/lib/server/db/get-db";
import { once } from "@/lib/server/door/idempotency";
import { takeShared } from "@/lib/server/door/shared-rate";
import { acceptImport } from "@/lib/server/job-queue/accepted-imports";
import { loadJob } from "@/lib/server/jobs/jobs";
import { listSessions } from "@/lib/server/library/list";
import { stageBlob } from "@/lib/server/objects/blobs";
import { heedOthers } from "@/lib/server/start/join-others";
import { apiRoute } from "../support/api-route";
import { describeWhere } from "../support/describe-where";
import { hasPooler, type Pooler, startPooler } from "../support/pooler";
import { findPostgres } from "../support/postgres-binaries";
import { makeTempData } from "../support/temp-data";
import { postBytes, send } from "../support/test-server";
import { makeSession } from "../support/transcripts";
import { buildJobWorker, startWorkerProcess, type WorkerProcess } from "../support/worker-process";

const events = apiRoute("GET /api/jobs/{id}/events");
const upload = apiRoute("POST /api/sessions");

const PATIENCE = { timeout: 60_000, interval: 100 };
const isPossible = hasPooler && findPostgres() !== null;

describeWhere(isPossible, "a PostgreSQL server and pgbouncer on this machine", "a pooler in transaction mode", () => {
  describe("with an address that bypasses it", () => {
    const data = makeTempData("postgres");
    let pooler: Pooler;
    let worker: WorkerProcess;
    let direct = "";
    beforeAll(async () => {
      await closeDb();
      pooler = await startPooler(data.cluster());
      direct = process.env.DATABASE_URL ?? "";
      process.env.WINNOW_DATABASE_DIRECT_URL = direct;
      process.env.DATABASE_URL = pooler.url("db1");
      await buildJobWorker();
      await getDb();
      heedOthers();
      worker = await startWorkerProcess();
    });
    afterAll(async () => {
      await worker?.kill();
      await closeDb();
      delete process.env.WINNOW_DATABASE_DIRECT_URL;
      process.env.DATABASE_URL = direct;
      await pooler?.remove();
    });

    test("a worker imports, its progress arrives here, and the library shows the session", {
      timeout: PATIENCE.timeout,
    }, async () => {
      const text = makeSession({ id: "cccccccc-0000-4000-8000-000000000001", turns: 500 });
      const { id } = await acceptImport([
        { ...(await stageBlob(Readable.from([Buffer.from(text)]))), name: "a.jsonl" },
      ]);
      const stream = await send(events, `/api/jobs/${id}/events`, { params: { id } });
      expect(await stream.text()).toMatch(/event: end\ndata: .*"state":"done"/);
      const [session] = ((await loadJob(id)).result as JobResult<"import">).files[0]?.sessions ?? [];
      expect((await listSessions({})).sessions.map(({ id }) => id)).toContain(session);
    });

    test("twenty imports, idempotent calls and rate limits share five connections at the same time", {
      timeout: PATIENCE.timeout,
    }, async () => {
      const ids = Array.from({ length: 20 }, (_, index) => `cccccccc-0000-4000-8000-0000000001${index + 10}`);
      const answers = await Promise.all(ids.map((id) => postBytes(upload, makeSession({ id, turns: 3 }))));
      expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 201));
      const calls = ids.map((id) => once(id, new Uint8Array(), async () => id));
      const taken = ids.map(() => takeShared("caller", 50, performance.now()));
      expect((await Promise.all(calls)).map(({ json }) => json)).toEqual(ids);
      expect(await Promise.all(taken)).toEqual(ids.map(() => true));
      const [pool] = (await pooler.show("pools")).filter(({ database }) => database === "db1");
      expect(
        Number(pool?.sv_active ?? 0) + Number(pool?.sv_idle ?? 0) + Number(pool?.sv_used ?? 0),
      ).toBeLessThanOrEqual(5);
      expect(Number(pool?.cl_active)).toBeGreaterThan(0);
    });

    test("nothing that needs a dedicated connection goes through it", async () => {
      const clients = await pooler.show("clients");
      const names = new Set(clients.map(({ application_name }) => application_name));
      expect(names).toContain("winnow");
      for (const name of ["winnow-channel", "winnow-lock", "winnow-jobs"]) expect(names).not.toContain(name);
    });
  });
});
