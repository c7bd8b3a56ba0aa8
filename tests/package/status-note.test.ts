import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { answerHook } from "@/package/command/hook";
import { freshNote, keepNote } from "@/package/command/hook-notes";
import { statusLine } from "@/package/command/statusline";
import { makeSession } from "../support/transcripts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-note-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test("the status line mentions a compaction that the plugin reported, for a minute, and only for its session", async () => {
  vi.stubEnv("WINNOW_DATA_DIR", folder);
  const transcript = path.join(folder, "session.jsonl");
  fs.writeFileSync(transcript, makeSession({ turns: 5 }));
  const event = {
    hook_event_name: "PostCompact",
    session_id: "one",
    transcript_path: transcript,
    compact_summary: "All is well.",
  };
  const lineOf = (session: string) =>
    statusLine(JSON.stringify({ session_id: session, cost: { total_cost_usd: 1.5 } }));
  expect(await answerHook(JSON.stringify(event), {})).toBe("");
  expect(lineOf("one")).toBe("$1.50");
  expect(await answerHook(JSON.stringify(event), { report: true })).toContain("/winnow:restore");
  expect(lineOf("one")).toMatch(/^compaction: \d+ facts gone, \/winnow:restore · \$1\.50$/);
  expect([lineOf("two"), lineOf("../one")]).toEqual(["$1.50", "$1.50"]);
  const old = new Date(Date.now() - 61_000);
  for (const name of fs.readdirSync(path.join(folder, "hooks")))
    fs.utimesSync(path.join(folder, "hooks", name), old, old);
  expect(lineOf("one")).toBe("$1.50");
});

test("a note that is listed but gone does not stop a hook", () => {
  vi.stubEnv("WINNOW_DATA_DIR", folder);
  fs.symlinkSync(path.join(folder, "gone"), path.join(folder, "hooks", "gone.txt"));
  keepNote("three", "summary", "kept");
  expect(freshNote("three", "summary")).toBe("kept");
});
