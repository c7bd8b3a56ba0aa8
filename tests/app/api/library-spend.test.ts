import { expect, test } from "vitest";
import type { LibrarySpend } from "@/lib/api/schemas/spend";
import { countOwnSessions } from "@/lib/server/library/run-sessions";
import { apiRoute } from "../../support/api-route";
import { postBytes, send, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";

const openExample = apiRoute("POST /api/examples/{id}");
const librarySpend = apiRoute("GET /api/library/spend");
const upload = apiRoute("POST /api/sessions");

startTestServer();

const spend = async (query = ""): Promise<LibrarySpend> =>
  (await send(librarySpend, `/api/library/spend${query}`)).json();

test("built-in examples are neither added up nor counted", async () => {
  await send(openExample, "/api/examples/roo-window", { method: "POST", params: { id: "roo-window" } });
  expect(await spend()).toMatchObject({ sessions: 0, found: 0, rows: [], cost: null });
  expect(await countOwnSessions()).toBe(0);
  expect((await postBytes(upload, makeSession({ turns: 5 }))).status).toBe(201);
  const own = await spend();
  expect([own.sessions, own.found, await countOwnSessions()]).toEqual([1, 1, 1]);
  expect(own.rows.length).toBeGreaterThan(0);
  expect((await spend("?to=2001-01-01")).found).toBe(0);
});
