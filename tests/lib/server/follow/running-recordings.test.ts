import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { updateRunningNote, writeRunningNote } from "@/lib/server/follow/running-note";
import { runningRecordings, stopRecording } from "@/lib/server/follow/running-recordings";
import { startTestServer } from "../../../support/test-server";

const data = startTestServer();
const file = (name: string) => path.join(data.dir(), "recordings", `${name}.jsonl`);
const note = (pid: number, started_at: string) => ({ pid, title: "Codex", started_at, requests: 1 });

test("a recording runs until its command ends; an unreadable note does not count", () => {
  fs.mkdirSync(path.join(data.dir(), "recordings"), { recursive: true });
  writeRunningNote(file("one"), note(process.pid, "2026-11-29T00:00:00.000Z"));
  writeRunningNote(file("two"), note(2 ** 22 + 1, "2026-11-29T00:01:00.000Z")); // above the largest process id
  fs.writeFileSync(path.join(data.dir(), "recordings", "three.running"), '{"pid":');
  expect(runningRecordings().map(({ id, is_running }) => [id, is_running])).toEqual([
    ["two", false],
    ["one", true],
  ]);
});

test("stopping removes only the note, and only from this folder", () => {
  fs.writeFileSync(file("one"), "{}\n");
  fs.writeFileSync(path.join(data.dir(), "other.running"), "{}");
  for (const id of ["../other", "..", "four", ""]) expect(() => stopRecording(id), id).toThrow("no such recording");
  stopRecording("one");
  expect(updateRunningNote(file("one"), note(1, ""))).toBe(false); // which tells the command
  expect(fs.readdirSync(path.dirname(file("one"))).sort()).toEqual(["one.jsonl", "three.running", "two.running"]);
  expect(fs.existsSync(path.join(data.dir(), "other.running"))).toBe(true);
});
