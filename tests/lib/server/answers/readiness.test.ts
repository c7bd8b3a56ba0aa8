import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { checkReadiness } from "@/lib/server/answers/readiness";
import * as pool from "@/lib/server/workers/pool";
import { makeTempData } from "../../../support/temp-data";

const data = makeTempData();
const runTask = vi.spyOn(pool, "runTask").mockResolvedValue({ json: "{}" });
afterAll(() => vi.restoreAllMocks());

test("ready means that a row and a file were written and a thread worked", async () => {
  expect(await checkReadiness()).toEqual({
    status: "ready",
    checks: { database: "ok", storage: "ok", worker: "ok" },
  });
});

test("a worker that does not start, and one that does not answer, are not ready", async () => {
  runTask.mockRejectedValueOnce(new Error("the worker's file is gone"));
  expect(await checkReadiness()).toMatchObject({ status: "not-ready", checks: { worker: "failed", storage: "ok" } });
  runTask.mockReturnValueOnce(new Promise(() => {}));
  expect(await checkReadiness(100)).toMatchObject({ status: "not-ready", checks: { worker: "failed" } });
});

test("a folder of files that cannot be written is not ready", async () => {
  const incoming = path.join(data.dir(), "incoming");
  fs.rmSync(incoming, { recursive: true, force: true });
  fs.writeFileSync(incoming, "a file where the folder should be");
  expect(await checkReadiness(1_000)).toMatchObject({ status: "not-ready", checks: { storage: "failed" } });
});
