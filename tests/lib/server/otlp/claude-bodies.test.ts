import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/importers/limits";
import { bodiesFolder, lookForBodies } from "@/lib/server/otlp/claude-bodies";
import { whenIngested } from "@/lib/server/otlp/otlp-sessions";
import { log } from "@/lib/server/process/log";
import { apiRoute } from "@/tests/support/api-route";
import { callFiles, claudeBodies, countsOf } from "@/tests/support/claude-bodies";
import { send, startTestServer } from "@/tests/support/test-server";

const list = apiRoute("GET /api/library/sessions");
const POST = apiRoute("POST /api/otlp/v1/{signal}");
const messagesOf = apiRoute("GET /api/sessions/{id}/messages");

startTestServer();
let folder = "";
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-bodies-"));
});
afterEach(async () => {
  await whenIngested();
  fs.rmSync(folder, { recursive: true, force: true });
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const calls = claudeBodies();
type Call = (typeof calls)[number];
const writeFiles = ({ names: [request, response], ...call }: Call) => {
  fs.writeFileSync(path.join(folder, request), call.request);
  fs.writeFileSync(path.join(folder, response), call.response);
};
const writeLine = ({ line }: Call) => fs.appendFileSync(path.join(folder, "index.jsonl"), `${line}\n`);
const write = (call: Call) => {
  writeFiles(call);
  writeLine(call);
};
async function sessions(): Promise<{ id: string; requests: number; title: string }[]> {
  await whenIngested();
  return (await (await send(list, "/api/library/sessions")).json()).sessions;
}

test("a folder is read once, followed while it grows, and joined with the same session's events", async () => {
  for (const call of calls.slice(0, 5)) write(call);
  expect(await lookForBodies(folder)).toBe(5);
  expect(await lookForBodies(folder)).toBe(0);
  const [before] = await sessions();
  expect(before).toMatchObject({ requests: 5 });
  await send(POST, "/api/otlp/v1/logs", {
    method: "POST",
    params: { signal: "logs" },
    headers: { "content-type": "application/json" },
    body: JSON.stringify(countsOf({ at: 2 }, { at: 6 })),
  });
  for (const call of calls.slice(5)) write(call);
  expect(await lookForBodies(folder)).toBe(3);
  const after = await sessions();
  expect(after).toHaveLength(1);
  expect(after[0]).toMatchObject({ id: before?.id, requests: 8, title: "Read what you need." });
  const id = before?.id ?? "";
  const page = await (await send(messagesOf, `/api/sessions/${id}/messages`, { params: { id } })).json();
  expect(JSON.stringify(page)).toContain("Read what you need.");
});

test("a line whose files are incomplete waits, and is left out if they never come", async () => {
  const [call, next, last] = calls as [Call, Call, Call];
  const warn = vi.spyOn(log(), "warn");
  const seen = Date.parse(JSON.parse(call.line).timestamp) + 3_600_000;
  writeLine(call);
  expect(await lookForBodies(folder, seen)).toBe(0);
  writeFiles(call);
  fs.writeFileSync(path.join(folder, call.names[0]), call.request.slice(0, 50));
  expect(await lookForBodies(folder, seen + 2_000)).toBe(0);
  writeFiles(call);
  expect(await lookForBodies(folder, seen + 3_000)).toBe(1);
  writeLine(next);
  expect(await lookForBodies(folder, seen + 10_000)).toBe(0);
  write(last);
  expect(await lookForBodies(folder, seen + 69_000)).toBe(0);
  expect(warn).not.toHaveBeenCalled();
  expect(await lookForBodies(folder, seen + 70_000)).toBe(1);
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("missing or incomplete"));
  writeFiles(next);
  expect(await lookForBodies(folder, seen + 71_000)).toBe(0);
});

test("a call that is too large, in one file or in both, is left out without waiting", async () => {
  const [call, next, last] = calls as [Call, Call, Call];
  const warn = vi.spyOn(log(), "warn");
  write(call);
  fs.truncateSync(path.join(folder, call.names[0]), DEFAULT_LIMITS.maxLineBytes + 1);
  write(next);
  // Each of its characters is two bytes.
  const half = JSON.stringify("é".repeat(DEFAULT_LIMITS.maxLineBytes / 4));
  for (const name of next.names) fs.writeFileSync(path.join(folder, name), half);
  write(last);
  expect(await lookForBodies(folder)).toBe(1);
  expect(warn.mock.calls).toHaveLength(2);
});

test("lines that are too long or not UTF-8 are left out, and the calls after them are read", async () => {
  const [call, next] = calls as [Call, Call];
  const index = path.join(folder, "index.jsonl");
  fs.writeFileSync(index, `${"x".repeat(5 << 20)}\n`);
  fs.appendFileSync(index, Buffer.from([...Buffer.alloc(50, 0xff), 10]));
  write(call);
  expect([await lookForBodies(folder), await lookForBodies(folder)]).toEqual([0, 1]);
  write(next);
  expect(await lookForBodies(folder)).toBe(1);
});

test("nothing outside the folder is opened: no path in a line, and no link", async () => {
  const outside = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-outside-"));
  try {
    const call = callFiles(1, "sdk", { model: "m", messages: [{ role: "user", content: "secret" }] }, {});
    const body = path.join(outside, "secret.request.json");
    fs.writeFileSync(body, call.request);
    const line = { ...JSON.parse(call.line), request_file: body, response_file: "../secret.request.json" };
    fs.writeFileSync(path.join(folder, "index.jsonl"), `${JSON.stringify(line)}\n`);
    fs.symlinkSync(body, path.join(folder, "secret.request.json"));
    expect(await lookForBodies(folder)).toBe(0);
    expect(JSON.stringify(await sessions())).not.toContain("secret");
  } finally {
    fs.rmSync(outside, { recursive: true, force: true });
  }
});

test("only an absolute path is accepted as the folder", () => {
  const named = (value: string) => {
    vi.stubEnv("WINNOW_CLAUDE_BODIES", value);
    return bodiesFolder();
  };
  expect([named(""), named("bodies"), named("~/bodies"), named(folder)]).toEqual([null, null, null, folder]);
});
