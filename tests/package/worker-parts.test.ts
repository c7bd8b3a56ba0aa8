import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { workerParts } from "@/scripts/package/worker-parts.mjs";

const dist = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-parts-"));
afterAll(() => fs.rmSync(dist, { recursive: true }));

test("a package contains the parts that the worker loads, directly or through others, and none of earlier builds", () => {
  fs.mkdirSync(path.join(dist, "worker"));
  fs.writeFileSync(path.join(dist, "worker.mjs"), 'await import("./worker/import-NEW.mjs");');
  fs.writeFileSync(path.join(dist, "worker/import-NEW.mjs"), 'import "./chunk-NEW.mjs";');
  fs.writeFileSync(path.join(dist, "worker/chunk-NEW.mjs"), 'import "./import-NEW.mjs";');
  fs.writeFileSync(path.join(dist, "worker/import-OLD.mjs"), 'import "./chunk-NEW.mjs";');
  expect(workerParts(dist)).toEqual(["worker.mjs", "worker/import-NEW.mjs", "worker/chunk-NEW.mjs"]);
});
