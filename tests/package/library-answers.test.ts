import { beforeEach, expect, test, vi } from "vitest";
import { showReceipt } from "@/package/command/receipt";
import { showSpend } from "@/package/command/spend";
import { apiRoute } from "../support/api-route";
import { startRouteServer } from "../support/route-server";
import { postBytes, startTestServer } from "../support/test-server";
import { makeCompactedSession } from "../support/transcripts";

const upload = apiRoute("POST /api/sessions");

/** Two questions of a newcomer, each answered by one command without arguments. */

startTestServer("libsql");
const server = startRouteServer();
let out = "";

beforeEach(() => {
  vi.stubEnv("WINNOW_URL", server.address());
  out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += text;
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation(() => true);
});

test("an empty library: both commands say what to do", async () => {
  await expect(showSpend([], {})).rejects.toThrow(
    "the library has no session of your own; add some with winnow import <path>, or name a file",
  );
  await expect(showSpend([], { from: "2026-11-01" })).rejects.toThrow("matches these filters");
  await expect(showReceipt(undefined, {})).rejects.toThrow(
    "no session of the library was compacted; add some with winnow import <path>, or name a file",
  );
  expect(out).toBe("");
});

test("which MCP server costs me most, and what did my last compaction lose", async () => {
  for (const [id, day] of [
    ["33333333-0000-4000-8000-000000000001", "2026-10-05"],
    ["33333333-0000-4000-8000-000000000002", "2026-10-06"],
  ] as const) {
    const session = makeCompactedSession(id, new Date(`${day}T09:00:00Z`));
    const last = id.endsWith("2") ? session.replaceAll("lexer.ts", "scanner.ts") : session;
    expect((await postBytes(upload, last, { "x-file-name": `${id}.jsonl` })).status).toBe(201);
  }
  await showSpend([], {});
  const [sentence = ""] = out.split("\n");
  expect(sentence).toMatch(/^2 sessions: .* The costliest MCP server is tracker: \$0\.\d+ \(/);
  expect(out).toMatch(/^tracker .*MCP server/m);
  expect(out.indexOf("\ntracker")).toBeLessThan(out.indexOf("\nnotes"));

  out = "";
  await showReceipt(undefined, {});
  expect(out).toMatch(
    /^This compaction dropped \d+ of \d+ facts that the agent used later without seeing them again\./,
  );
  expect(out, "of the newest session").toContain("scanner.ts");
  expect(out).not.toContain("lexer.ts");
  expect(out).toContain("Text to paste back");
  out = "";
  await showReceipt(undefined, { paste: true });
  expect(out).toContain("scanner.ts");
});
