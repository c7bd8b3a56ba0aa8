import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { releaseOwnership, takeOwnership } from "@/lib/server/db/owner-lock";

let root = "";
const lock = () => path.join(root, "owner.lock");
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-lock-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

test("the lock names this process, can be taken again by it, and ends with it", () => {
  takeOwnership(root);
  takeOwnership(root);
  expect(JSON.parse(fs.readFileSync(lock(), "utf8")).pid).toBe(process.pid);
  releaseOwnership(root);
  expect(fs.existsSync(lock())).toBe(false);
});

test("another running process keeps it, and is named", async () => {
  const other = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
  fs.writeFileSync(lock(), JSON.stringify({ pid: other.pid, started: null }));
  expect(() => takeOwnership(root)).toThrow(String(other.pid));
  other.kill("SIGKILL");
  await once(other, "exit");
  takeOwnership(root);
  expect(JSON.parse(fs.readFileSync(lock(), "utf8")).pid).toBe(process.pid);
});

test("a reused pid of another program does not keep it", () => {
  fs.writeFileSync(lock(), JSON.stringify({ pid: process.ppid, started: "0" }));
  takeOwnership(root);
  expect(JSON.parse(fs.readFileSync(lock(), "utf8")).pid).toBe(process.pid);
});

test("an unreadable lock is stale", () => {
  fs.writeFileSync(lock(), "");
  takeOwnership(root);
  expect(JSON.parse(fs.readFileSync(lock(), "utf8")).pid).toBe(process.pid);
});
