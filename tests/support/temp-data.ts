import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { closeDb } from "@/lib/server/db/get-db";
import { releaseOwnership } from "@/lib/server/db/owner-lock";

/** A fresh data directory for the tests of one file; `dir()` is its path. */
export function makeTempData(): { dir: () => string } {
  let directory = "";
  const before = process.env.WINNOW_DATA_DIR;
  beforeAll(() => {
    directory = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-test-"));
    process.env.WINNOW_DATA_DIR = directory;
  });
  afterAll(async () => {
    await closeDb();
    releaseOwnership(directory);
    fs.rmSync(directory, { recursive: true, force: true });
    if (before === undefined) delete process.env.WINNOW_DATA_DIR;
    else process.env.WINNOW_DATA_DIR = before;
  });
  return { dir: () => directory };
}
